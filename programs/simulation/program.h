/* The name of the program. */
#ifndef PROGRAMS_SIMULATION_PROGRAM_H
#define PROGRAMS_SIMULATION_PROGRAM_H

#define PROGRAM "battleship-sim"

#endif
