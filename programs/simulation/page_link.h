/* Addresses of files in a page, relative to it, so that both can move together. */
#ifndef PROGRAMS_SIMULATION_PAGE_LINK_H
#define PROGRAMS_SIMULATION_PAGE_LINK_H

/*
 * The address, in a page that is or will be at `page`, of a directory that exists: `failures/`,
 * `../games/`, or `./` for that of the page: a file name with a colon may then follow and is not
 * taken for a scheme. It is ASCII without quotes, and to be freed; NULL: out of memory, or there is
 * no such directory.
 */
char *page_link(const char *page, const char *directory);

#endif
