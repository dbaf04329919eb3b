#ifndef LOCKSTEP_CEXPAT_SHIM_H
#define LOCKSTEP_CEXPAT_SHIM_H

#include <expat.h>

#endif
