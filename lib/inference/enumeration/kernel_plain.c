/* The kernel without vectors, one lane at a time; see enumeration/kernel.h. */
#include "inference/enumeration/kernel_field.h"

#define CPU plain
#define BYTES PLAIN_BYTES
#define KNOWN_LENGTHS 0
#define TARGET
#define LANE_BITS 64
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"

bship_status bsi_kernel_plain(const bsi_workspace *workspace, const int32_t *classes, int32_t ships,
                              bsi_work_budget *budget, bsi_kernel_result *result)
{
    switch (workspace->lane) {
    case BSI_LANE_64:
        return kernel_64_plain(workspace, classes, ships, budget, result);
    default:
        return kernel_0_plain(workspace, classes, ships, budget, result);
    }
}
