/*
 * What calls that write options do with a field that a later version has; see later_fields.sh. A
 * program that knows the field receives it. One that does not is refused, unless the field has its
 * default, 0, so that what it makes of the options is what they say.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#ifdef HAS_LATER_FIELD
#define EXPECTED BSHIP_OK
#define HAS_ARRIVED(options) ((options).later == later_option)
#else
#define EXPECTED BSHIP_ERROR_SIZE
#define HAS_ARRIVED(options) 1
#endif

/* What the library writes into the field. */
int64_t later_option;

static void expect(int is_met, const char *what)
{
    if (!is_met) {
        printf("FAILED: %s, where the later option is %d\n", what, (int)later_option);
        exit(EXIT_FAILURE);
    }
}

/* Makes a call that writes `options`, first without a later option, then with one. */
#define CHECK(type, init, call)                                                                    \
    for (later_option = 0; later_option < 2; later_option++) {                                     \
        type options = init, before = init;                                                        \
        bship_status status = call;                                                                \
        expect(status == (later_option != 0 ? EXPECTED : BSHIP_OK), "the status of " #call);       \
        if (!status)                                                                               \
            expect(HAS_ARRIVED(options), "the field of " #call);                                   \
        else                                                                                       \
            expect(memcmp(&options, &before, sizeof options) == 0, "nothing written by " #call);   \
    }

int main(void)
{
    static const char text[] = "board 9x9\nfleet 3 2\n";
    bship_rules *rules = NULL;
    bship_record *record = NULL;
    const char *strategy;
    expect(!bship_rules_parse(&rules, text, strlen(text), NULL, NULL), "rules");
    expect(!bship_record_new(&record, rules, NULL, NULL), "a record");
    CHECK(bship_rules_options, BSHIP_RULES_OPTIONS_INIT, bship_rules_describe(rules, &options))
    CHECK(bship_game_options, BSHIP_GAME_OPTIONS_INIT,
          bship_record_to_game_options(record, &options, NULL))
    CHECK(bship_ai_options, BSHIP_AI_OPTIONS_INIT,
          bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, &options, NULL))
    bship_record_free(record);
    bship_rules_unref(rules);
    return 0;
}
