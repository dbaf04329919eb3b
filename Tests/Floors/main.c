#include "floors.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char *arguments[])
{
    if (count != 5) {
        fprintf(stderr, "usage: floors WORKER_CPU OTHER_CPU SECONDS FOLDER\n");
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
