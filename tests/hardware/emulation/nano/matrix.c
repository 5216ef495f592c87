/*
 * A matrix of contacts, light barriers and buttons on the pins of an emulated Nano, as electricity has them.
 *
 * The rows hang on a chain of 74HC595, the columns on one of 74HC165, both on the SPI and on the pin D10, which is the latch
 * of both. Each column is pulled up to 5 V through 10 kOhm; its wire is a capacitor. A contact pulls its column down to its
 * row, through a diode; without diodes current finds its way through other contacts, to rows that are driven high, too, or
 * that float (an open drain). A voltage between the levels of 74HC is read as anything. Contacts bounce, one reading in
 * `noise` per million is wrong, and the 595 begin with anything in them. With one row it is the GND, and there are no 595.
 *
 * Names: rows, columns; seed; noise; bounce (the longest, in microseconds); wire (of a column, in pF); diodes (1 or 0);
 * open_drain (0 or 1).
 * Commands: `contact NUMBER LEVEL` (row by row; 1: closed), `pin PORT BIT LEVEL` (such as `pin C 0 1`), which begins to bounce.
 */
#include "matrix.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "avr_ioport.h"
#include "sim_time.h"

#define SPCR 0x4C /* registers of the ATmega328P */
#define SPSR 0x4D
#define SPDR 0x4E
#define SPIF 0x80
#define SPI2X 0x01
#define LATCH_PORT 'B'
#define LATCH_PIN 2

#define MOST 64 /* rows, and columns */
#define HZ 16e6
#define SUPPLY_V 5.0
#define PULL_UP_OHM 10e3
#define DRIVER_OHM 60.0    /* of a 595's output */
#define CONTACT_OHM 100.0  /* a worn one */
#define DIODE_V 0.65
#define LOW_V 1.5          /* what 74HC surely reads as low and as high, at 5 V */
#define HIGH_V 3.5
#define CONTACT_F 15e-12   /* of a contact and its diode */
#define BOUNCE_STEP_US 120
#define PINS_US 250        /* between two changes of bouncing pins */
#define ROUNDS 60          /* of relaxation */

static struct {
    int rows, columns, seed, noise, bounce, wire, diodes, open_drain;
} set = {.seed = 1, .noise = 1000, .bounce = 5000, .wire = 100, .diodes = 1};

typedef struct {
    bool level;
    avr_cycle_count_t settles;  /* until when it bounces */
} bouncing_t;

static avr_t *avr;
static bouncing_t contacts[MOST][MOST];
static bouncing_t pins[3][8];  /* of ports B, C, D */
static bool used[3][8];
static uint8_t row_shift[MOST / 8], row_out[MOST / 8], column_shift[MOST / 8];
static double volts[MOST];  /* of the columns, when they were last looked at */
static avr_cycle_count_t looked;
static uint64_t chance;

static uint32_t random32(void) { /* xorshift64* */
    chance ^= chance >> 12;
    chance ^= chance << 25;
    chance ^= chance >> 27;
    return (chance * 2685821657736338717ull) >> 32;
}

static bool wrong(void) {
    return random32() % 1000000 < (uint32_t)set.noise;
}

static void turn(bouncing_t *contact, bool level) {
    if (contact->level != level) {
        contact->level = level;
        if (avr->cycle > 0 && set.bounce > 0) { /* before the start it has come to rest */
            contact->settles = avr->cycle + random32() % set.bounce * (avr_cycle_count_t)(HZ / 1e6);
        }
    }
}

static bool level_now(const bouncing_t *contact) {
    if (avr->cycle >= contact->settles) {
        return contact->level;
    }
    uint64_t step = avr->cycle / (avr_cycle_count_t)(BOUNCE_STEP_US * HZ / 1e6) + contact->settles;
    return (step * 0x9E3779B97F4A7C15ull) >> 63;
}

/* -- voltages --------------------------------------------------------------------------------------------------------- */

static bool is_low(int row) {
    return set.rows == 1 || !(row_out[row / 8] & 1 << row % 8);
}

/* With diodes, a column is pulled down by the rows that are low alone. */
static double end_voltage(int column) {
    double current = SUPPLY_V / PULL_UP_OHM;
    for (int row = 0; row < set.rows; row++) {
        if (is_low(row) && level_now(&contacts[row][column])) {
            return current * (DRIVER_OHM + CONTACT_OHM) + (set.rows > 1 ? DIODE_V : 0);
        }
    }
    return SUPPLY_V;
}

/* Without them, all lines that closed contacts join find their voltages together: by relaxation. */
static void end_voltages(double *column_volts) {
    static bool closed[MOST][MOST];
    double row_volts[MOST] = {0};
    for (int row = 0; row < set.rows; row++) {
        row_volts[row] = is_low(row) ? 0 : SUPPLY_V;
        for (int column = 0; column < set.columns; column++) {
            closed[row][column] = level_now(&contacts[row][column]);
        }
    }
    for (int column = 0; column < set.columns; column++) {
        column_volts[column] = SUPPLY_V;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int row = 0; row < set.rows; row++) {
            bool floats = set.open_drain && !is_low(row);
            double drive = set.rows == 1 ? 1e3 : floats ? 1e-9 : 1 / DRIVER_OHM, conductance = drive;
            double sum = drive * (is_low(row) ? 0 : SUPPLY_V);
            for (int column = 0; column < set.columns; column++) {
                if (closed[row][column]) {
                    conductance += 1 / CONTACT_OHM;
                    sum += column_volts[column] / CONTACT_OHM;
                }
            }
            row_volts[row] = sum / conductance;
        }
        for (int column = 0; column < set.columns; column++) {
            double conductance = 1 / PULL_UP_OHM, sum = SUPPLY_V / PULL_UP_OHM;
            for (int row = 0; row < set.rows; row++) {
                if (closed[row][column]) {
                    conductance += 1 / CONTACT_OHM;
                    sum += row_volts[row] / CONTACT_OHM;
                }
            }
            column_volts[column] = sum / conductance;
        }
    }
}

/* What the columns have come to since the rows were last changed: down at once, up as fast as the wire is charged. */
static void settle(void) {
    double ends[MOST], seconds = (avr->cycle - looked) / HZ;
    double rise_s = PULL_UP_OHM * (set.wire * 1e-12 + CONTACT_F * set.rows);
    looked = avr->cycle;
    if (!set.diodes) {
        end_voltages(ends);
    }
    for (int column = 0; column < set.columns; column++) {
        double end = set.diodes ? end_voltage(column) : ends[column];
        volts[column] = end < volts[column] ? end : end + (volts[column] - end) * exp(-seconds / rise_s);
    }
}

/* -- the chains ------------------------------------------------------------------------------------------------------- */

static void latch(avr_irq_t *irq, uint32_t level, void *param) {
    (void)irq, (void)param;
    static bool high;
    if (level && !high) { /* the 165 hold what they see, then the 595 let out what they hold */
        settle();
        memset(column_shift, 0xFF, sizeof column_shift);
        for (int column = 0; column < set.columns; column++) {
            double v = volts[column];
            bool one = v > HIGH_V || (v >= LOW_V && random32() & 1);
            if (one == wrong()) {
                column_shift[column / 8] &= ~(1 << column % 8);
            }
        }
        memcpy(row_out, row_shift, sizeof row_out);
    }
    high = level;
}

static avr_cycle_count_t transferred(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)when, (void)param;
    a->data[SPSR] |= SPIF;
    return 0;
}

static void spi_write(avr_t *a, avr_io_addr_t address, uint8_t byte, void *param) {
    (void)param;
    static const int dividers[] = {4, 16, 64, 128};
    int divider = dividers[a->data[SPCR] & 3] / (a->data[SPSR] & SPI2X ? 2 : 1);
    memmove(row_shift + 1, row_shift, sizeof row_shift - 1);
    row_shift[0] = byte;
    a->data[address] = column_shift[0];
    memmove(column_shift, column_shift + 1, sizeof column_shift - 1);
    a->data[SPSR] &= ~SPIF;
    avr_cycle_timer_register(a, 8 * divider, transferred, NULL);
}

static uint8_t spi_read(avr_t *a, avr_io_addr_t address, void *param) {
    (void)param;
    a->data[SPSR] &= ~SPIF;
    return a->data[address];
}

/* -- barriers and buttons --------------------------------------------------------------------------------------------- */

static void drive_pins(void) {
    for (int port = 0; port < 3; port++) {
        avr_ioport_external_t outside = {.name = (unsigned)('B' + port)};
        for (int bit = 0; bit < 8; bit++) {
            if (used[port][bit]) {
                bool level = level_now(&pins[port][bit]) != wrong();
                outside.mask |= 1 << bit;
                outside.value |= level << bit;
                avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit), level);
            }
        }
        if (outside.mask) { /* what the pins are set to again whenever the firmware writes to their port */
            avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + port), &outside);
        }
    }
}

static avr_cycle_count_t pins_tick(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a, (void)param;
    drive_pins();
    return when + (avr_cycle_count_t)(PINS_US * HZ / 1e6);
}

/* -- for nano.c ------------------------------------------------------------------------------------------------------- */

bool matrix_set(const char *assignment) {
    static const struct {
        const char *name;
        int *number;
    } names[] = {{"rows", &set.rows},     {"columns", &set.columns}, {"seed", &set.seed},            {"noise", &set.noise},
                 {"bounce", &set.bounce}, {"wire", &set.wire},       {"diodes", &set.diodes},        {"open_drain", &set.open_drain}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        size_t length = strlen(names[n].name);
        if (!strncmp(assignment, names[n].name, length) && assignment[length] == '=') {
            return sscanf(assignment + length + 1, "%d", names[n].number) == 1 && set.rows <= MOST && set.columns <= MOST;
        }
    }
    return false;
}

void matrix_attach(avr_t *a) {
    avr = a;
    chance = 0x9E3779B97F4A7C15ull * (uint64_t)(set.seed * 2 + 1);
    for (size_t n = 0; n < sizeof row_shift; n++) {
        row_shift[n] = row_out[n] = random32();
    }
    for (int port = 0; port < 3; port++) {
        for (int bit = 0; bit < 8; bit++) {
            pins[port][bit].level = true; /* pulled up */
        }
    }
    avr->io[AVR_DATA_TO_IO(SPDR)].w.c = spi_write; /* in place of simavr's, at which every byte takes 100 us */
    avr->io[AVR_DATA_TO_IO(SPDR)].r.c = spi_read;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(LATCH_PORT), LATCH_PIN), latch, NULL);
}

void matrix_boot(void) {
    looked = avr->cycle;
    drive_pins();
    avr_cycle_timer_register(avr, 1, pins_tick, NULL);
}

bool matrix_obey(const char *command) {
    int number, bit, level;
    char port;
    if (sscanf(command, "contact %d %d", &number, &level) == 2 && number >= 0 && number < set.rows * set.columns) {
        turn(&contacts[number / set.columns][number % set.columns], level);
        return true;
    }
    if (sscanf(command, "pin %c %d %d", &port, &bit, &level) == 3 && port >= 'B' && port <= 'D' && bit >= 0 && bit < 8) {
        used[port - 'B'][bit] = true;
        turn(&pins[port - 'B'][bit], level);
        return true;
    }
    return false;
}
