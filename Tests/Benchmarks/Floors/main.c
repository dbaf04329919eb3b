#include "broadcaster.h"
#include "floors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char *arguments[])
{
    if ((count == 3 || count == 5) && strcmp(arguments[1], "serve") == 0) {
        serve_broadcasts(atoi(arguments[2]), count == 5 ? arguments[3] : NULL,
            count == 5 ? arguments[4] : NULL);
        return 0;
    }
    if (count != 5) {
        fprintf(stderr, "usage: floors WORKER_CPU OTHER_CPU SECONDS FOLDER\n"
                        "       floors serve CPU [CERTIFICATE KEY]\n");
        return 64;
    }
    struct processors processors = { atoi(arguments[1]), atoi(arguments[2]) };
    double seconds = atof(arguments[3]);
    printf("{\"send.50\":%.3f,", send_cost(50, FRAME_BYTES, seconds, processors));
    printf("\"send.500\":%.3f,", send_cost(500, FRAME_BYTES, seconds, processors));
    printf("\"send.large\":%.3f,", send_cost(50, LARGE_FRAME_BYTES, seconds, processors));
    printf("\"send.500.large\":%.3f,", send_cost(500, LARGE_FRAME_BYTES, seconds, processors));
    printf("\"send.snapshot\":%.0f,", send_cost(1, SNAPSHOT_BYTES, seconds, processors));
    printf("\"lws.50\":%.3f,", broadcast_cost(50, seconds, processors));
    printf("\"lws.500\":%.3f,", broadcast_cost(500, seconds, processors));
    printf("\"commits\":%.0f}\n", commit_rate(arguments[4], seconds, processors));
    return 0;
}
