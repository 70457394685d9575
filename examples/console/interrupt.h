/* Ctrl-C: noted when it comes, acted on where the program is ready for it. */
#ifndef CONSOLE_INTERRUPT_H
#define CONSOLE_INTERRUPT_H

/*
 * From here on SIGINT is only noted - once: a second one ends the program at
 * once, should the AI think for too long. SIGPIPE is ignored, so that a closed
 * output is an error of writing like any other.
 */
void interrupt_install(void);

/* Whether SIGINT came. */
int interrupt_happened(void);

#endif
