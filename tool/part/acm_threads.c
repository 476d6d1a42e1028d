/* Questions about the pairs of links of a robot, on several threads. A pair takes from microseconds to
 * many seconds, so each thread takes the next pair when it is done. The answers are the same on any
 * number of threads. */
#include "part/acm_threads.h"

#include "text/fail.h"
#include "text/interrupt.h"

#include <pthread.h>
#include <stdlib.h>

/* The state of a pair. */
typedef struct asked {
    bool done;
    lw_status status;
    lw_error error;
} asked;

struct lw_acm_asking {
    lw_acm_pairs *pairs;
    const lw_meeting_options *options;
    asked *results;     /* one a pair */
    pthread_t *threads; /* NULL: the caller's thread does the work */
    unsigned thread_count;
    pthread_mutex_t lock; /* guards the members below, and the results */
    pthread_cond_t answered;
    size_t next; /* the next index that no thread has taken */
    bool ends;
};

static lw_status ask(const lw_acm_asking *asking, size_t index, lw_error *error)
{
    lw_status status =
        lw_acm_ask(asking->pairs, asking->options, &asking->pairs->list.items[index], error);
    if (!status && lw_interrupted(NULL))
        status = lw_fail(error, LW_ERROR_STOPPED, "stopped before all pairs were decided");
    return status;
}

/* Takes the next pair that is wanted; false: there is none. The caller holds the lock. */
static bool take(lw_acm_asking *asking, size_t *index)
{
    const lw_acm_pairs *pairs = asking->pairs;
    while (asking->next < pairs->list.count && !pairs->list.items[asking->next].wanted)
        asking->next++;
    *index = asking->next;
    return !asking->ends && asking->next++ < pairs->list.count;
}

static void *ask_pairs(void *context)
{
    lw_acm_asking *asking = context;
    size_t index;
    pthread_mutex_lock(&asking->lock);
    while (take(asking, &index)) {
        asked *result = &asking->results[index];
        pthread_mutex_unlock(&asking->lock);
        lw_status status = ask(asking, index, &result->error);
        pthread_mutex_lock(&asking->lock);
        result->status = status;
        result->done = true;
        pthread_cond_broadcast(&asking->answered);
    }
    pthread_mutex_unlock(&asking->lock);
    return NULL;
}

lw_status lw_acm_ask_begin(lw_acm_pairs *pairs, const lw_meeting_options *options, unsigned threads,
                           lw_acm_asking **out, lw_error *error)
{
    unsigned most = threads ? threads : lw_processor_count();
    lw_acm_asking *asking = calloc(1, sizeof *asking);
    *out = asking;
    if (!asking)
        return lw_fail_memory(error);
    asking->pairs = pairs;
    asking->options = options;
    pthread_mutex_init(&asking->lock, NULL);
    pthread_cond_init(&asking->answered, NULL);
    asking->results = calloc(pairs->list.count + 1, sizeof *asking->results);
    asking->threads = calloc(most, sizeof *asking->threads);
    if (!asking->results || !asking->threads)
        return lw_fail_memory(error);
    /* fewer threads if no more can be created */
    while (most > 1 && asking->thread_count < most &&
           !pthread_create(&asking->threads[asking->thread_count], NULL, ask_pairs, asking))
        asking->thread_count++;
    return LW_OK;
}

lw_status lw_acm_ask_wait(lw_acm_asking *asking, size_t index, lw_error *error)
{
    asked *result = &asking->results[index];
    if (!asking->thread_count)
        return ask(asking, index, error);
    pthread_mutex_lock(&asking->lock);
    while (!result->done)
        pthread_cond_wait(&asking->answered, &asking->lock);
    pthread_mutex_unlock(&asking->lock);
    if (result->status && error)
        *error = result->error;
    return result->status;
}

void lw_acm_ask_end(lw_acm_asking *asking)
{
    if (!asking)
        return;
    pthread_mutex_lock(&asking->lock);
    asking->ends = true;
    pthread_mutex_unlock(&asking->lock);
    for (unsigned i = 0; i < asking->thread_count; i++)
        pthread_join(asking->threads[i], NULL);
    pthread_cond_destroy(&asking->answered);
    pthread_mutex_destroy(&asking->lock);
    free(asking->threads);
    free(asking->results);
    free(asking);
}
