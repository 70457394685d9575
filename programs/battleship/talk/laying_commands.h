/*
 * Laying a fleet: what the commands do, and what is said of it. The ships are in game/laying.h.
 * Each reply is one or two whole sentences; a change that was refused has changed nothing.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_LAYING_COMMANDS_H
#define PROGRAMS_BATTLESHIP_TALK_LAYING_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/laying.h"
#include "battleship/talk/front.h"
#include "battleship/talk/reply.h"

/* What is said before the first ship is laid, to the person whose fleet it is. */
void talk_laying_greet(const struct laying *laying, struct reply *reply);

/*
 * Says what is due: whether the ship in hand can be laid where it is and, if not, why and what is
 * in its way; or that the fleet is complete. REPLY_DONE: Enter is of use.
 */
void talk_laying_state(const struct laying *laying, struct reply *reply);

/* Names the ship in hand, for a prompt: `Carrier (5), right`. */
void talk_laying_prompt(const struct laying *laying, char *text, size_t size);

/*
 * Obeys a command, of an enum command. Its argument is what follows the word of a command, or NULL;
 * it is changed. Questions and pages go to the front; what concerns only how things are shown is
 * the front end's, and refused here. Returns OUTCOME_GOES_ON; OUTCOME_DONE: the fleet is complete,
 * and the person wants to start; or how laying is left.
 *
 *     COMMAND_LAY [B3 [right|down]]    lays the ship in hand at a cell, or where it is
 *     COMMAND_ROTATE [B3]              turns the ship at a cell, or the one in hand
 *     COMMAND_PICK_UP [B3]             takes the ship at a cell in hand, or the one under the other
 *     COMMAND_MOVE B3 C5 [right|down]  moves the ship at a cell
 *     COMMAND_RANDOM [edge]            lays the rest at random, or all by a placement style
 */
int talk_laying_do(struct laying *laying, int32_t command, char *argument,
                   const struct front *front, struct reply *reply);

/* Lays the whole fleet anew by a placement style, which is that of COMMAND_RANDOM from then on. */
void talk_laying_style(struct laying *laying, int32_t style, const struct front *front,
                       struct reply *reply);

#endif
