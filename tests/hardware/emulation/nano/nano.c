/*
 * An Arduino Nano with a row of WS2812 LEDs, emulated: the firmware's machine code runs in libsimavr in real time, its
 * serial port is a pseudo-terminal, and what its data pin does is read as WS2812 LEDs read it. A matrix of contacts, light
 * barriers and buttons hang on the other pins (matrix.c).
 *
 *   nano FIRMWARE.elf LINK [NAME=NUMBER ...]
 *      LINK becomes a symbolic link to the port; LINK.eeprom keeps the EEPROM. steps=1: time passes on command only; the
 *      other names are those of matrix.c
 *
 * On standard input, a command a line: `step MICROSECONDS`, which lets time pass; `memory`; and those of matrix.c.
 *
 * On standard output, one JSON object a line:
 *   {"event": "boot", "t": ...}     t is CLOCK_MONOTONIC in seconds, as Python's time.monotonic()
 *   {"event": "frame", "t": ..., "colours": "rrggbb...", "faults": 0, "pause": 3.1, "late": 0.0003}
 *      what the LEDs latched. t: the end of the last bit; faults: pulses and pauses that not every WS2812 reads alike;
 *      pause: the longest low within the frame, in microseconds; late: seconds by which the machine, busy
 *      with other things, fell behind real time meanwhile
 *   {"event": "baud", "host": 57600, "device": 117647}     the host speaks at another rate
 *   {"event": "stepped"}                                    the time has passed
 *   {"event": "memory", "static": 1776, "stack": 84}        bytes of variables; the most that the stack has taken so far
 * SIGUSR1 resets the processor, as a host does that opens the port of a real one; SIGTERM unplugs. It ends with its parent.
 *
 * The line has its real speed and the receiver its real depth: of bytes that come while three wait, the last is lost.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "matrix.h"
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_time.h"

#define HZ 16000000
#define CYCLES_PER_US (HZ / 1000000)
#define DATA_PORT 'D'
#define DATA_PIN 6
#define MOST_LEDS 1024
#define UCSR0A 0xC0  /* registers of the ATmega328P, and a bit of the first */
#define U2X0 0x02
#define UBRR0L 0xC4
#define RAM_START 0x100
#define RAM_END 0x900
#define UNTOUCHED 0xC5  /* in memory, where nothing was written since the start */
#define EEPROM_SIZE 1024

/* WS2812B, all revisions of the datasheet taken together, in nanoseconds. */
#define ZERO_LEAST 220
#define ZERO_MOST 380
#define ONE_LEAST 580
#define ONE_MOST 1000
#define PAUSE_MOST 5000     /* lows longer than this some LEDs take for the end of a frame */
#define LATCH_LEAST 280000  /* lows shorter than this others do not */

static avr_t *avr;
static avr_uart_t *uart;
static avr_irq_t *to_uart;
static int port = -1;
static volatile sig_atomic_t reset_wanted, unplugged;
static FILE *events;  /* the real standard output; simavr says things of its own there, which go to standard error */

/* -- time ------------------------------------------------------------------------------------------------------------- */

static double started;  /* wall clock at cycle 0 */
static double late;     /* seconds that the processor was behind the wall clock at most, since the host has written */

static bool in_steps;                /* time passes on command only */
static avr_cycle_count_t step_end;   /* until when it does now */

static double emulated(void) {
    return started + (double)avr->cycle / HZ;
}

static double wall(void) {
    if (in_steps) {
        return emulated();
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

/* Waits until the wall clock has come as far as the processor. */
static void keep_pace(void) {
    double ahead = emulated() - wall();
    late = -ahead > late ? -ahead : late;
    if (ahead > 0.0003) {
        usleep((useconds_t)(ahead * 1e6));
    } else if (ahead < -0.05) {  /* the machine was busy: the time is lost, not caught up with */
        started -= ahead;
    }
}

static void sleep_paced(avr_t *a, avr_cycle_count_t cycles) {
    (void)a, (void)cycles;
    keep_pace();
}

/* -- the LEDs --------------------------------------------------------------------------------------------------------- */

static struct {
    uint8_t bytes[3 * MOST_LEDS];
    unsigned bits, faults;
    avr_cycle_count_t rose, fell, longest;
    double last;  /* seconds: the end of the last bit */
    int level;
} row;

static avr_cycle_count_t nanoseconds(avr_cycle_count_t cycles) {
    return cycles * 1000 / CYCLES_PER_US;
}

static void latch(void) {
    fprintf(events, "{\"event\": \"frame\", \"t\": %.6f, \"faults\": %u, \"pause\": %.2f, \"late\": %.4f, \"colours\": \"", row.last,
           row.faults + (row.bits % 24 != 0), (double)row.longest / CYCLES_PER_US, late);
    for (unsigned led = 0; led < row.bits / 24; led++) {
        const uint8_t *grb = row.bytes + 3 * led;
        fprintf(events, "%02x%02x%02x", grb[1], grb[0], grb[2]);
    }
    fprintf(events, "\"}\n");
    fflush(events);
    row.bits = row.faults = row.longest = 0;
}

static avr_cycle_count_t latch_if_low(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a, (void)param;
    avr_cycle_count_t due = row.fell + (avr_cycle_count_t)LATCH_LEAST * CYCLES_PER_US / 1000;
    if (row.level || when < due) {
        return (row.level ? when : due) + CYCLES_PER_US * 10;
    }
    latch();
    return 0;
}

static void data_pin(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if ((int)value == row.level) {
        return;
    }
    row.level = value;
    if (value) {
        row.rose = avr->cycle;
        if (row.bits) {
            avr_cycle_count_t low = row.rose - row.fell;
            row.longest = low > row.longest ? low : row.longest;
            row.faults += nanoseconds(low) > PAUSE_MOST;
        } else {
            avr_cycle_timer_register_usec(avr, 100, latch_if_low, NULL);
        }
        return;
    }
    row.fell = avr->cycle;
    double now = wall(), paced = emulated();
    row.last = now > paced ? now : paced;
    avr_cycle_count_t high = nanoseconds(row.fell - row.rose);
    bool one = high >= ONE_LEAST && high <= ONE_MOST, zero = high >= ZERO_LEAST && high <= ZERO_MOST;
    row.faults += !one && !zero;
    if (row.bits < 8 * sizeof row.bytes) {
        uint8_t *byte = row.bytes + row.bits++ / 8;
        *byte = (uint8_t)(*byte << 1 | one);
    }
}

/* -- the serial line -------------------------------------------------------------------------------------------------- */

static struct {
    uint8_t bytes[4096];
    int length, next;
    unsigned cycles_per_byte;
    avr_cycle_count_t due;  /* of the next byte's last bit */
    bool garbled;
} incoming;

static struct {
    uint8_t bytes[4096];
    int length;
} outgoing;

static void from_uart(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (outgoing.length < (int)sizeof outgoing.bytes) {
        outgoing.bytes[outgoing.length++] = value;
    }
}

static unsigned host_rate(void) {
    static const struct {
        speed_t code;
        unsigned rate;
    } rates[] = {{B9600, 9600},     {B19200, 19200},   {B38400, 38400},   {B57600, 57600},   {B115200, 115200},
                 {B230400, 230400}, {B460800, 460800}, {B500000, 500000}, {B921600, 921600}, {B1000000, 1000000}};
    struct termios now;
    if (tcgetattr(port, &now) == 0) {
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            if (cfgetospeed(&now) == rates[i].code) {
                return rates[i].rate;
            }
        }
    }
    return 115200;
}

/* What the host has written since, and whether it speaks at the rate at which the device listens. */
static void listen_to_host(void) {
    static unsigned told;
    ssize_t n = read(port, incoming.bytes, sizeof incoming.bytes);
    incoming.next = 0;
    incoming.length = n > 0 ? (int)n : 0;
    if (!incoming.length) {
        return;
    }
    unsigned host = host_rate(), device = 10u * HZ / uart->cycles_per_byte;
    incoming.cycles_per_byte = 10u * HZ / host;
    incoming.garbled = device > host * 1.045 || device < host * 0.955;
    if (incoming.garbled && told != host) {
        fprintf(events, "{\"event\": \"baud\", \"host\": %u, \"device\": %u}\n", host, device);
        fflush(events);
        told = host;
    }
    incoming.due = avr->cycle + incoming.cycles_per_byte;
    late = 0;
}

static void obey_input(void);

static avr_cycle_count_t serve_line(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a, (void)param;
    /* Eight bits without parity are ten on the line; simavr 1.6 makes them eleven. */
    unsigned divisor = (avr->data[UBRR0L] | avr->data[UBRR0L + 1] << 8) + 1;
    uart->cycles_per_byte = 10 * divisor * (avr->data[UCSR0A] & U2X0 ? 8 : 16);
    if (outgoing.length) {
        ssize_t n = write(port, outgoing.bytes, outgoing.length);
        if (n > 0) {
            memmove(outgoing.bytes, outgoing.bytes + n, outgoing.length -= n);
        }
    }
    keep_pace();
    if (!in_steps) {
        obey_input();
    }
    if (incoming.next == incoming.length) {
        listen_to_host();
    }
    while (incoming.next < incoming.length && incoming.due <= when) {
        uint8_t byte = incoming.bytes[incoming.next++];
        incoming.due += incoming.cycles_per_byte;
        bool full = ((uart->input.write - uart->input.read) & 63) >= 3;
        if (!full) {
            avr_raise_irq(to_uart, incoming.garbled ? (uint8_t)(byte * 197 + 91) >> 1 : byte);
        }
    }
    return incoming.next < incoming.length ? incoming.due : when + 200 * CYCLES_PER_US;
}

/* -- memory ----------------------------------------------------------------------------------------------------------- */

static unsigned static_bytes;
static char eeprom_file[512];

static void save_eeprom(void) {
    uint8_t content[EEPROM_SIZE];
    avr_eeprom_desc_t all = {.ee = content, .offset = 0, .size = EEPROM_SIZE};
    FILE *file = fopen(eeprom_file, "wb");
    if (file) {
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
        fwrite(content, 1, sizeof content, file);
        fclose(file);
    }
}

static void load_eeprom(void) {
    uint8_t content[EEPROM_SIZE];
    avr_eeprom_desc_t all = {.ee = content, .offset = 0, .size = EEPROM_SIZE};
    FILE *file = fopen(eeprom_file, "rb");
    if (file) {
        if (fread(content, 1, sizeof content, file) == sizeof content) {
            avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
        }
        fclose(file);
    }
}

static void tell_memory(void) {
    unsigned lowest = RAM_START + static_bytes;
    while (lowest < RAM_END && avr->data[lowest] == UNTOUCHED) {
        lowest++;
    }
    fprintf(events, "{\"event\": \"memory\", \"static\": %u, \"stack\": %u}\n", static_bytes, RAM_END - lowest);
    fflush(events);
}

/* -- commands --------------------------------------------------------------------------------------------------------- */

static void obey(char *command) {
    unsigned long us;
    if (sscanf(command, "step %lu", &us) == 1) {
        step_end = avr->cycle + us * CYCLES_PER_US;
    } else if (!strcmp(command, "memory")) {
        tell_memory();
    } else if (!matrix_obey(command)) {
        fprintf(stderr, "unknown command: %s\n", command);
    }
}

/* Obeys what has come; waits for it where time does not pass by itself. */
static void obey_input(void) {
    static char unread[65536];
    static size_t length;
    ssize_t n = read(STDIN_FILENO, unread + length, sizeof unread - 1 - length);
    if (n == 0 && in_steps) {
        unplugged = 1;
    }
    if (n <= 0) {
        return;
    }
    unread[length += n] = 0;
    char *command = unread;
    for (char *end; (end = strchr(command, '\n')); command = end + 1) {
        *end = 0;
        obey(command);
    }
    memmove(unread, command, length -= command - unread);
}

/* -- the board -------------------------------------------------------------------------------------------------------- */

static void on_signal(int signal) {
    if (signal == SIGUSR1) {
        reset_wanted = 1;
    } else {
        unplugged = 1;
    }
}

static void boot(void) {
    avr_reset(avr);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    started = wall() - (double)avr->cycle / HZ;
    incoming.length = incoming.next = outgoing.length = 0;
    row.bits = row.level = 0;
    memset(avr->data + RAM_START, UNTOUCHED, RAM_END - RAM_START);
    avr_cycle_timer_register(avr, 1, serve_line, NULL);
    matrix_boot();
    fprintf(events, "{\"event\": \"boot\", \"t\": %.6f}\n", started);
    fflush(events);
}

static int open_port(const char *link) {
    int held;  /* open here too: a port without a listener would lose what it is sent, and its settings */
    char name[128];
    if (openpty(&port, &held, name, NULL, NULL)) {
        return -1;
    }
    struct termios raw;
    tcgetattr(held, &raw);
    cfmakeraw(&raw);
    cfsetspeed(&raw, B115200);
    tcsetattr(held, TCSANOW, &raw);
    fcntl(port, F_SETFL, O_NONBLOCK);
    unlink(link);
    return symlink(name, link);
}

int main(int argc, char **argv) {
    bool understood = argc >= 3;
    for (int n = 3; n < argc; n++) {
        int number = 0;
        if (sscanf(argv[n], "steps=%d", &number) == 1) {
            in_steps = number;
        } else {
            understood &= matrix_set(argv[n]);
        }
    }
    if (!understood) {
        fprintf(stderr, "usage: nano FIRMWARE.elf LINK [NAME=NUMBER ...]\n");
        return 2;
    }
    events = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(argv[1], &firmware)) {
        fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 1;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->log = LOG_ERROR;
    avr->sleep = sleep_paced;
    for (avr_io_t *io = avr->io_port; io && !uart; io = io->next) {
        if (!strcmp(io->kind, "uart")) {
            uart = (avr_uart_t *)io;
        }
    }
    to_uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(DATA_PORT), DATA_PIN), data_pin, NULL);
    static_bytes = firmware.datasize + firmware.bsssize;
    snprintf(eeprom_file, sizeof eeprom_file, "%s.eeprom", argv[2]);
    load_eeprom();
    matrix_attach(avr);
    if (!in_steps) {
        fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    }
    if (open_port(argv[2])) {
        perror(argv[2]);
        return 1;
    }
    signal(SIGUSR1, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGINT, SIG_IGN);  /* of the terminal's, meant for the parent */
    pid_t parent = getppid();
    boot();
    for (unsigned steps = 0; !unplugged; steps++) {
        if (in_steps && avr->cycle >= step_end) {
            if (step_end) {
                fprintf(events, "{\"event\": \"stepped\"}\n");
                fflush(events);
            }
            for (step_end = 0; !step_end && !unplugged;) {
                obey_input();
            }
        }
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the firmware has crashed\n");
            return 1;
        }
        if (reset_wanted) {
            reset_wanted = 0;
            boot();
        }
        if (steps % 65536 == 0 && getppid() != parent) {
            break;
        }
    }
    save_eeprom();
    unlink(argv[2]);
    return 0;
}
