/* The kernels, from one body; see kernel.h. */
#include "inference/kernel.h"

#include "base/compiler.h"

/* The arrays of a field: see kernel.h. The last four are for CONTACT_NO_SIDES only. */
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

/* How a field is spread: see spread() in kernel_body.h. */
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
static inline int64_t block_cost(const bship_internal_bench *bench)
{
    return BLOCK * (4 + bench->evidence->kinds[0].length / 2);
}

static inline size_t field_arrays(enum contact contact)
{
    if (contact == CONTACT_ALLOWED)
        return CORNER;
    return contact == CONTACT_NO_SIDES ? FIELD_ARRAYS : RIGHT_DOWN;
}

/* ---- one body for all: see kernel_body.h ---- */

#define CPU plain
#define BYTES 0
#define TARGET BSHIP_UNSANITIZED
#define LANE_BITS 32
#include "inference/kernel_body.h"
#define LANE_BITS 64
#include "inference/kernel_body.h"
#define LANE_BITS 0
#include "inference/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET

#if BSHIP_VECTORS
#define CPU portable
#define BYTES 16
#define TARGET BSHIP_UNSANITIZED
#define LANE_BITS 16
#include "inference/kernel_body.h"
#define LANE_BITS 32
#include "inference/kernel_body.h"
#define LANE_BITS 0
#include "inference/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET
#endif

#if BSHIP_X86
#define CPU avx2
#define BYTES 32
#define TARGET BSHIP_UNSANITIZED __attribute__((target("avx2")))
#define LANE_BITS 16
#include "inference/kernel_body.h"
#define LANE_BITS 32
#include "inference/kernel_body.h"
#define LANE_BITS 0
#include "inference/kernel_body.h"
#undef CPU
#undef BYTES
#undef TARGET
#endif

/* ---- which there are ---- */

#if BSHIP_VECTORS
#define VECTOR(name) name
#else
#define VECTOR(name) NULL
#endif

#if BSHIP_X86
#define X86(name) name
#else
#define X86(name) NULL
#endif

static const bship_internal_kernel kernels[BSHIP_INTERNAL_LANE_COUNT][BSHIP_INTERNAL_CPU_COUNT] = {
    [BSHIP_INTERNAL_LANE_16] = { NULL, VECTOR(kernel_16_portable), X86(kernel_16_avx2) },
    [BSHIP_INTERNAL_LANE_32] = { kernel_32_plain, VECTOR(kernel_32_portable), X86(kernel_32_avx2) },
    [BSHIP_INTERNAL_LANE_64] = { kernel_64_plain },
    [BSHIP_INTERNAL_LANE_REAL] = { kernel_0_plain, VECTOR(kernel_0_portable), X86(kernel_0_avx2) },
};

static int cpu_has(bship_internal_cpu cpu)
{
#if BSHIP_X86
    if (cpu == BSHIP_INTERNAL_CPU_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return cpu <= BSHIP_INTERNAL_CPU_VECTOR;
}

bship_internal_kernel bship_internal_kernel_of(bship_internal_lane lane, bship_internal_cpu cpu)
{
    return cpu_has(cpu) ? kernels[lane][cpu] : NULL;
}

bship_internal_cpu bship_internal_cpu_best(bship_internal_lane lane)
{
    bship_internal_cpu cpu = BSHIP_INTERNAL_CPU_COUNT - 1;
    while (cpu > BSHIP_INTERNAL_CPU_PLAIN && !bship_internal_kernel_of(lane, cpu))
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
    size_t party = 2 + field + 2 * 2 * BSHIP_INTERNAL_CLOSED_MAX;
    return field + BSHIP_INTERNAL_CLOSED_MAX * party;
}

static size_t round_up(size_t count, size_t unit)
{
    return (count + unit - 1) / unit * unit;
}

/* How many lanes from a point a sum over a placement, or the field of one, may reach. */
static size_t reach_of(const bship_internal_evidence *evidence)
{
    return ((size_t)evidence->kinds[0].length + 1) * evidence->rules->stride + 1;
}

/* Bytes of which the one numbered `first` begins a cache line: a vector there crosses none. */
static void *take_aligned(size_t bytes, size_t first, bship_internal_arena *arena)
{
    unsigned char *block = bship_internal_arena_take(arena, bytes + CACHE_LINE, 1);
    if (!block)
        return NULL;
    size_t offset = (size_t)(uintptr_t)(block + first) % CACHE_LINE;
    return block + first + (CACHE_LINE - offset) % CACHE_LINE;
}

/* `count` arrays, with zeros before the first one too. */
static void *take_arrays(const bship_internal_bench *bench, size_t count,
                         bship_internal_arena *arena)
{
    size_t size = lane_sizes[bench->lane];
    size_t front = bench->pitch - bench->count;
    return take_aligned((count * bench->pitch + front) * size, front * size, arena);
}

size_t bship_internal_bench_points(const bship_internal_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    size_t rows = (size_t)rules->height + (contact_of(rules) != CONTACT_ALLOWED);
    return rows * rules->stride;
}

void bship_internal_bench_layout(bship_internal_bench *bench,
                                 const bship_internal_evidence *evidence, bship_internal_lane lane,
                                 bship_internal_cpu cpu, bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t lanes = vector_sizes[cpu] > 1 ? vector_sizes[cpu] / lane_sizes[lane] : 1;
    size_t kinds = (size_t)evidence->kind_count;
    *bench = (bship_internal_bench){
        .evidence = evidence,
        .kernel = bship_internal_kernel_of(lane, cpu),
        .lane = lane,
        .points = bship_internal_bench_points(evidence),
        .stride = (ptrdiff_t)rules->stride,
        .scale = 1,
        .split = cpu > BSHIP_INTERNAL_CPU_PLAIN && sum_sizes[lane] > lane_sizes[lane] ? lanes : 1,
    };
    bench->count = round_up(bench->points, lanes);
    bench->pitch = bench->count + round_up(reach_of(evidence), lanes);
    bench->free = take_arrays(bench, 1, arena);
    bench->scratch = take_arrays(bench, scratch_arrays(rules), arena);
    if (evidence->is_weighted)
        bench->weights = take_arrays(bench, kinds * 2, arena);
    bench->sums = take_aligned(kinds * 2 * bench->count * sum_sizes[lane], 0, arena);
}

/* Whole numbers can tell only which placements have any weight. */
static void copy_weights(const bship_internal_bench *bench, int32_t i)
{
    const bship_rules *rules = bench->evidence->rules;
    const double *from = bench->evidence->kinds[i / 2].weights[i % 2];
    for (uint32_t j = 0; j < rules->free_count; j++) {
        uint32_t position = rules->free_cells[j];
        size_t lane = (size_t)i * bench->pitch + bship_internal_point(bench, position);
        double weight = from[position];
        bship_internal_lane_set(bench->lane, bench->weights, lane,
                                bench->lane == BSHIP_INTERNAL_LANE_REAL ? weight : weight > 0);
    }
}

bship_status bship_internal_bench_weigh(const bship_internal_bench *bench,
                                        bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = bench->evidence;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; bench->weights && !status && i < evidence->kind_count * 2; i++) {
        copy_weights(bench, i);
        status = bship_internal_effort_note(effort, 4 * (int64_t)evidence->rules->free_count);
    }
    return status;
}

bship_status bship_internal_bench_clear_kind(bship_internal_bench *bench, int32_t kind,
                                             bship_internal_effort *effort)
{
    size_t bytes = 2 * bench->count * sum_sizes[bench->lane];
    return bship_internal_effort_clear(effort, (unsigned char *)bench->sums + (size_t)kind * bytes,
                                       bytes);
}

bship_status bship_internal_bench_clear(bship_internal_bench *bench, bship_internal_effort *effort)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < bench->evidence->kind_count; k++)
        status = bship_internal_bench_clear_kind(bench, k, effort);
    if (!status)
        bench->calls = 0;
    return status;
}
