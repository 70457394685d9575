/* The names of bship_batch_end. */
#ifndef BSI_PLAY_BATCH_H
#define BSI_PLAY_BATCH_H

#include <battleship/experimental/batch.h>

#include "base/names.h"

extern const bsi_names bsi_batch_end_names;

#endif
