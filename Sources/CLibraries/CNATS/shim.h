#ifndef LOCKSTEP_CNATS_SHIM_H
#define LOCKSTEP_CNATS_SHIM_H

#include <nats/nats.h>

#endif
