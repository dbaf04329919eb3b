#ifndef C_TEST_PROGRAMS_H
#define C_TEST_PROGRAMS_H

#include <sys/types.h>

/* Starts a program with three descriptors, no blocked signals and this process' environment.

   `words` ends with NULL, its first is the program's path. `folder` is the one to work in; NULL: this process'.
   `descriptors` are those that become 0, 1 and 2; -1 stands for /dev/null.
   Returns the id, or -1 with errno set. */
pid_t test_program_start(char *const words[], const char *folder, const int descriptors[3]);

#endif
