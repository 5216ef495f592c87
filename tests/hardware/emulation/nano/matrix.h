/* What hangs on the Nano besides LEDs: contacts in a matrix, light barriers, buttons. See matrix.c. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>

#include "sim_avr.h"

bool matrix_set(const char *assignment);  /* "rows=20"; returns whether it is known */
void matrix_attach(avr_t *avr);
void matrix_boot(void);                   /* after each reset of the processor */
bool matrix_obey(const char *command);    /* returns whether it is known */

#endif
