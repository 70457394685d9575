/* The results as comma-separated values: a header, then a line for each strategy. */
#include "simulation/simulation.h"

#include <inttypes.h>

/* Neither strategy names nor numbers need quotes. */
static void print_entry(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    const bship_match_summary *summary = &entry->summary;
    fprintf(out, "%s,%" PRId64 ",%" PRId64 ",", entry->strategy, simulation->games,
            entry_failed(simulation, entry));
    if (summary->count > 0)
        fprintf(out, "%.6f,", summary->mean);
    else
        fputc(',', out);
    if (entry_has_error(simulation, entry))
        fprintf(out, "%.6f", summary->standard_error);
    fputc(',', out);
    if (entry_has_deviation(entry))
        fprintf(out, "%.6f", summary->sd);
    fputc(',', out);
    if (summary->count > 0)
        fprintf(out, "%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.6f,",
                summary->median, summary->p5, summary->p95, summary->minimum, summary->maximum,
                entry_turns(entry));
    else
        fprintf(out, ",,,,,,");
    fprintf(out, "%.1f\n", entry_speed(simulation, entry));
}

void print_csv(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "strategy,games,failed,mean,standard_error,sd,median,p5,p95,min,max,mean_turns,"
                 "games_per_second\n");
    for (size_t i = 0; i < simulation->entry_count; i++)
        print_entry(out, simulation, &simulation->entries[i]);
}
