/* The kernels, from one body; see enumeration/kernel.h. */
#include "inference/enumeration/kernel.h"

#include "base/compiler.h"

/* The arrays of a field: see enumeration/kernel.h. The last four are for CONTACT_NO_SIDES only. */
enum {
    ALL,
    LEFT,
    TOP,
    CORNER,
    RIGHT_DOWN,
    LEFT_DOWN,
    RIGHT_UP,
    LEFT_UP,
    FIELD_ARRAYS
};

#define OPPOSITE(quadrant) (RIGHT_DOWN + LEFT_UP - (quadrant))

/* How a field is spread: see spread() in enumeration/kernel_body.h. */
enum mode {
    SET,
    ADD,
    LESS_PAIRS,
    TWICE_LESS_PAIRS
};

enum contact {
    CONTACT_ALLOWED,
    CONTACT_NO_SIDES,
    CONTACT_NONE
};

static inline enum contact contact_of(const bship_rules *rules)
{
    if (rules->contact_count == 0)
        return CONTACT_ALLOWED;
    return rules->contact_count == 4 ? CONTACT_NO_SIDES : CONTACT_NONE;
}

enum {
    BLOCK = 1 << 14 /* lanes of an array that a pass goes over at once: whole vectors */
};

/* About the steps that a pass over a block takes at most. */
static inline int64_t block_cost(const bsi_workspace *workspace)
{
    return BLOCK * (4 + workspace->evidence->classes[0].length / 2);
}

static inline size_t field_arrays(enum contact contact)
{
    if (contact == CONTACT_ALLOWED)
        return CORNER;
    return contact == CONTACT_NO_SIDES ? FIELD_ARRAYS : RIGHT_DOWN;
}

/* ---- one body for all: see enumeration/kernel_body.h ---- */

#define CPU plain
#define BYTES 0
#define TARGET BSI_UNSANITIZED
#define LANE_BITS 32
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 64
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET

#if BSI_VECTORS
#define CPU portable
#define BYTES 16
#define TARGET BSI_UNSANITIZED
#define LANE_BITS 16
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 32
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET
#endif

#if BSI_X86
#define CPU avx2
#define BYTES 32
#define TARGET BSI_UNSANITIZED __attribute__((target("avx2")))
#define LANE_BITS 16
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 32
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET
#endif

/* ---- which there are ---- */

#if BSI_VECTORS
#define VECTOR(name) name
#else
#define VECTOR(name) NULL
#endif

#if BSI_X86
#define X86(name) name
#else
#define X86(name) NULL
#endif

static const bsi_kernel kernels[BSI_LANE_COUNT][BSI_CPU_COUNT] = {
    [BSI_LANE_16] = { NULL, VECTOR(kernel_16_portable), X86(kernel_16_avx2) },
    [BSI_LANE_32] = { kernel_32_plain, VECTOR(kernel_32_portable), X86(kernel_32_avx2) },
    [BSI_LANE_64] = { kernel_64_plain },
    [BSI_LANE_REAL] = { kernel_0_plain, VECTOR(kernel_0_portable), X86(kernel_0_avx2) },
};

static int cpu_has(bsi_cpu cpu)
{
#if BSI_X86
    if (cpu == BSI_CPU_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return cpu <= BSI_CPU_VECTOR;
}

bsi_kernel bsi_kernel_of(bsi_lane lane, bsi_cpu cpu)
{
    return cpu_has(cpu) ? kernels[lane][cpu] : NULL;
}

bsi_cpu bsi_cpu_best(bsi_lane lane)
{
    bsi_cpu cpu = BSI_CPU_COUNT - 1;
    while (cpu > BSI_CPU_PLAIN && !bsi_kernel_of(lane, cpu))
        cpu--;
    return cpu;
}

/* ---- the bench ---- */

static const size_t lane_sizes[] = { sizeof(uint16_t), sizeof(uint32_t), sizeof(uint64_t),
                                     sizeof(double) };
static const size_t sum_sizes[] = { sizeof(uint32_t), sizeof(uint64_t), sizeof(uint64_t),
                                    sizeof(double) };
static const size_t vector_sizes[] = { 1, 16, 32 };

enum {
    CACHE_LINE = 64
};

/* The arrays of a closing: the field of two parties, and those of each. */
static size_t scratch_arrays(const bship_rules *rules)
{
    size_t field = field_arrays(contact_of(rules));
    size_t ship_fields = 2 + field + 2 * 2 * BSI_LAST_SHIPS_MAX;
    return field + BSI_LAST_SHIPS_MAX * ship_fields;
}

static size_t round_up(size_t count, size_t unit)
{
    return (count + unit - 1) / unit * unit;
}

/* How many lanes from a point a sum over a placement, or the field of one, may reach. */
static size_t reach_of(const bsi_evidence *evidence)
{
    return ((size_t)evidence->classes[0].length + 1) * evidence->rules->stride + 1;
}

/* Bytes of which the one numbered `first` begins a cache line: a vector there crosses none. */
static void *take_aligned(size_t bytes, size_t first, bsi_arena *arena)
{
    unsigned char *block = bsi_arena_take(arena, bytes + CACHE_LINE, 1);
    if (!block)
        return NULL;
    size_t offset = (size_t)(uintptr_t)(block + first) % CACHE_LINE;
    return block + first + (CACHE_LINE - offset) % CACHE_LINE;
}

/* `count` arrays, with zeros before the first one too. */
static void *take_arrays(const bsi_workspace *workspace, size_t count, bsi_arena *arena)
{
    size_t size = lane_sizes[workspace->lane];
    size_t front = workspace->pitch - workspace->count;
    return take_aligned((count * workspace->pitch + front) * size, front * size, arena);
}

size_t bsi_workspace_points(const bsi_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    size_t rows = (size_t)rules->height + (contact_of(rules) != CONTACT_ALLOWED);
    return rows * rules->stride;
}

void bsi_workspace_carve(bsi_workspace *workspace, const bsi_evidence *evidence, bsi_lane lane,
                         bsi_cpu cpu, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t lanes = vector_sizes[cpu] > 1 ? vector_sizes[cpu] / lane_sizes[lane] : 1;
    size_t classes = (size_t)evidence->class_count;
    *workspace = (bsi_workspace){
        .evidence = evidence,
        .kernel = bsi_kernel_of(lane, cpu),
        .lane = lane,
        .points = bsi_workspace_points(evidence),
        .stride = (ptrdiff_t)rules->stride,
        .scale = 1,
        .split = cpu > BSI_CPU_PLAIN && sum_sizes[lane] > lane_sizes[lane] ? lanes : 1,
    };
    workspace->count = round_up(workspace->points, lanes);
    workspace->pitch = workspace->count + round_up(reach_of(evidence), lanes);
    workspace->free = take_arrays(workspace, 1, arena);
    workspace->scratch = take_arrays(workspace, scratch_arrays(rules), arena);
    if (evidence->is_weighted)
        workspace->weights = take_arrays(workspace, classes * 2, arena);
    workspace->sums = take_aligned(classes * 2 * workspace->count * sum_sizes[lane], 0, arena);
}

/* Whole numbers can tell only which placements have any weight. */
static void copy_weights(const bsi_workspace *workspace, int32_t i)
{
    const bship_rules *rules = workspace->evidence->rules;
    const double *from = workspace->evidence->classes[i / 2].weights[i % 2];
    for (uint32_t j = 0; j < rules->free_count; j++) {
        uint32_t position = rules->free_cells[j];
        size_t lane = (size_t)i * workspace->pitch + bsi_point(workspace, position);
        double weight = from[position];
        bsi_lane_set(workspace->lane, workspace->weights, lane,
                     workspace->lane == BSI_LANE_REAL ? weight : weight > 0);
    }
}

bship_status bsi_workspace_weigh(const bsi_workspace *workspace, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = workspace->evidence;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; workspace->weights && !status && i < evidence->class_count * 2; i++) {
        copy_weights(workspace, i);
        status = bsi_work_report(budget, 4 * (int64_t)evidence->rules->free_count);
    }
    return status;
}

bship_status bsi_workspace_clear_class(bsi_workspace *workspace, int32_t class,
                                       bsi_work_budget *budget)
{
    size_t bytes = 2 * workspace->count * sum_sizes[workspace->lane];
    return bsi_work_clear_memory(budget, (unsigned char *)workspace->sums + (size_t) class * bytes,
                                 bytes);
}

bship_status bsi_workspace_clear(bsi_workspace *workspace, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < workspace->evidence->class_count; k++)
        status = bsi_workspace_clear_class(workspace, k, budget);
    if (!status)
        workspace->calls = 0;
    return status;
}
