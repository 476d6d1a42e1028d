/* Prepares standard input, output and error at the program's start, for streams that are closed and
 * pipes that lose their reader. */
#include "text/standard_streams.h"

#include "text/exit_status.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void lw_standard_streams_begin(void)
{
    for (int number = 0; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number ? O_RDONLY : O_WRONLY) < 0)
            exit(LW_EXIT_INPUT);
    signal(SIGPIPE, SIG_IGN);
}
