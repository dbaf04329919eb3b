#define _GNU_SOURCE
#include "CTestPrograms.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

pid_t test_program_start(char *const words[], const char *folder, const int descriptors[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int own = 0; own < 3; own++) {
        if (descriptors[own] >= 0)
            posix_spawn_file_actions_adddup2(&actions, descriptors[own], own);
        else
            posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_RDWR, 0);
    }
    /* No other program may hold this one's input open, or a socket of the tests. */
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder != NULL)
        posix_spawn_file_actions_addchdir_np(&actions, folder);

    /* Threads of Dispatch block signals, and a process inherits that. */
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

    pid_t process = -1;
    int error = posix_spawn(&process, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error == 0 ? process : -1;
}
