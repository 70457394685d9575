/*
 * What the WebAssembly module has besides the library: the progress callback that JavaScript
 * supplies. A callback of C is an index of the module's table of functions, in which JavaScript
 * cannot put functions of its own everywhere. So it is an imported function, and an exported one
 * tells its index.
 */
#include <stdint.h>

#include <battleship/battleship.h>

__attribute__((import_module("battleship"), import_name("progress"))) int32_t module_progress(
    double done, void *user);

bship_progress_callback module_progress_callback(void);

bship_progress_callback module_progress_callback(void)
{
    return module_progress;
}
