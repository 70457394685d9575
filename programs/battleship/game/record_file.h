/* A record in a file: a saved game, or one to be replayed. */
#ifndef PROGRAMS_BATTLESHIP_GAME_RECORD_FILE_H
#define PROGRAMS_BATTLESHIP_GAME_RECORD_FILE_H

#include <stdbool.h>

#include <battleship/record.h>
#include <battleship/status.h>

#include "common/files.h"

/* The largest file that is read: a record that takes more memory would be refused anyway. */
#define RECORD_FILE_LIMIT BSHIP_RECORD_MEMORY_DEFAULT

/*
 * Reads a record, which is to be freed; `text`, if not NULL, receives what is in the file, to be
 * freed, too. Returns BSHIP_OK; BSHIP_ERROR_IO if the file cannot be read; or what is wrong with
 * the record, and `why` says it as FILE:LINE:COLUMN: REASON.
 */
bship_status record_file_read(const char *path, bship_record **out, char **text,
                              char why[FILES_WHY_SIZE]);

/* Writes a record to a file that only its owner can read. */
bool record_file_write(const bship_record *record, const char *path, char why[FILES_WHY_SIZE]);

#endif
