/* The number of processors that the process may use. Linux and others say which these are, POSIX how
 * many there are. */
#include "leeway/leeway.h"

#include <sched.h>
#include <unistd.h>

unsigned lw_processor_count(void)
{
#ifdef CPU_COUNT
    /* fails where the system has more processors than a set can hold */
    cpu_set_t processors;
    if (!sched_getaffinity(0, sizeof processors, &processors))
        return (unsigned)CPU_COUNT(&processors);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}
