/*
 * Fourth Seat's board: an Arduino Nano or Uno (ATmega328P, 16 MHz) that lights a strip of WS2812 LEDs and, with a header
 * that `python -m fourth_seat.hardware.boards.nano` has written, tells what lies on the board, over the same USB port.
 *
 * In (8N1): Adalight frames, "Ada", count - 1 (high, low), high ^ low ^ 0x55, then red, green, blue of each LED; and between
 * frames '?' (what is shown?), 'v' (who is there?) and the lines "@hello*a972" and "@all*21aa" of docs/board-protocol.md.
 * Out: "Ada\n" at the start and in each idle second, as Adalight hosts expect, and an answer to everything received:
 *   "K<count> <crc>\n"  shown: how many LEDs, and the CRC-16 (XMODEM) of their colours as they came in, in hexadecimal
 *   "E\n"               a header that is damaged or asks for more LEDs than there is memory for
 *   "T\n"               a frame that stopped halfway; it is thrown away and what was shown stays
 *   "Fourth Seat lights 1 <count>\n"  with how many LEDs there is memory for
 * and, of a board with sensors, the lines of docs/board-protocol.md, which begin with '$'.
 *
 * Pins: LEDs D6. Buttons, to GND: D2 done, D3 undo, D4 hint, D5 again. Light barriers: A0 to A5, then D7; whatever a barrier
 * tells when it is switched on counts as free. Matrix: the rows through 74HC595, the columns through 74HC165, in chains: D13
 * their clock (SRCLK, CLK), D11 the first 595's SER, D12 the first 165's QH, D10 RCLK and SH/LD, joined. A contact with its
 * diode pulls its column (10 kOhm to 5 V) down to its row. With one row only there is no 595: each contact is to GND.
 *
 * Interrupts would spoil the wave, so they are off while LEDs are written, 33 us each. At 115200 baud nothing that comes in
 * meanwhile is lost: the UART, which keeps two bytes of 87 us each, is looked at after every byte written (10 us). That
 * lengthens the pause between two bytes to less than 3 us; no WS2812 takes one below 5 us for the end of the frame. At
 * higher rates a host must wait for the answer. 400 LEDs hide a barrier for 13 ms; a falling disc takes 30 ms at least.
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <util/crc16.h>
#include <util/delay.h>

#if __has_include("board.h") /* in a sketch; `make` names the header itself */
#include "board.h"
#endif

#ifndef BAUD
#define BAUD 115200UL
#endif
#ifndef LEDS
#define LEDS 500        /* 3 bytes of memory each, of 2048 */
#endif
#define CUT_MS 100      /* a pause this long within a frame ends it */
#define GREETING_MS 1000
#define DARK_MS 5000
#define LATCH_US 300    /* low for so long, all kinds of WS2812 show what they have received */

#define DATA_PORT PORTD
#define DATA_DIRECTION DDRD
#define DATA_PIN 6

static uint8_t leds[LEDS * 3];  /* green, red, blue of each, as WS2812 take them */
static volatile uint8_t received[256];  /* a ring that 8-bit indices go round by themselves */
static volatile uint8_t received_head;
static uint8_t received_tail;
static volatile uint16_t milliseconds;

static inline void receive(void) {
    uint8_t head = received_head;
    received[head] = UDR0;
    received_head = head + 1;
}

ISR(USART_RX_vect) {
    receive();
}

static uint16_t now(void) {
    uint8_t status = SREG;
    cli();
    uint16_t time = milliseconds;
    SREG = status;
    return time;
}

/* -- to the host ------------------------------------------------------------------------------------------------------ */

static struct {
    uint16_t crc;
    uint8_t length;
} line;  /* since it was begun */

static void put(char c) {
    while (!(UCSR0A & _BV(UDRE0))) {
    }
    UDR0 = c;
    line.crc = _crc_xmodem_update(line.crc, c);
    line.length++;
}

static void put_text(const char *text) { /* in flash */
    for (char c; (c = pgm_read_byte(text)); text++) {
        put(c);
    }
}

static void put_hex(uint16_t value) {
    for (int8_t shift = 12; shift >= 0; shift -= 4) {
        uint8_t digit = (value >> shift) & 15;
        put(digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }
}

static void put_decimal(uint16_t value) {
    char digits[5];
    uint8_t n = 0;
    do {
        digits[n++] = '0' + value % 10;
        value /= 10;
    } while (value);
    while (n) {
        put(digits[--n]);
    }
}

/* -- to the LEDs ------------------------------------------------------------------------------------------------------ */

/* One byte, most significant bit first: 20 cycles (1.25 us) a bit, high for 5 (0.31 us) for a 0, 13 (0.81 us) for a 1. */
static inline void write_byte(uint8_t byte) {
    uint8_t high = DATA_PORT | _BV(DATA_PIN), low = DATA_PORT & ~_BV(DATA_PIN), bits = 8;
    __asm__ volatile(
        "1: out  %[port], %[high]  \n\t"
        "   nop                    \n\t"
        "   nop                    \n\t"
        "   nop                    \n\t"
        "   sbrs %[byte], 7        \n\t" /* a 1 skips the next line, in as much time */
        "   out  %[port], %[low]   \n\t"
        "   lsl  %[byte]           \n\t"
        "   rjmp .+0               \n\t" /* two cycles */
        "   rjmp .+0               \n\t"
        "   rjmp .+0               \n\t"
        "   out  %[port], %[low]   \n\t"
        "   rjmp .+0               \n\t"
        "   nop                    \n\t"
        "   dec  %[bits]           \n\t"
        "   brne 1b                \n\t"
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(DATA_PORT)), [high] "r"(high), [low] "r"(low));
}

/* Also allows interrupts. */
static void write_leds(uint16_t count) {
    const uint8_t *end = leds + 3 * count;
    cli();  /* time stands still meanwhile */
    for (const uint8_t *byte = leds; byte != end; byte++) {
        write_byte(*byte);
        if (UCSR0A & _BV(RXC0)) {
            receive();
        }
    }
    sei();
    _delay_us(LATCH_US);
}

static void all_dark(void) {
    memset(leds, 0, sizeof leds);
    write_leds(LEDS);
}

/* -- the sensors ------------------------------------------------------------------------------------------------------ */

#ifdef GAME

#define BUTTONS 4
#define BEAT_MS 800        /* of silence, after which there is a sign of life */
#define SCAN_MS 4          /* between two looks at the matrix; four that agree are believed */
#define SETTLE_US 10       /* until a column has risen again: 10 kOhm and some metres of wire */
#define MOST_CHARACTERS 60 /* in a line before its last word: while one is sent, what comes in waits */
#define SENSORS (CONTACTS + BARRIERS)

static volatile bool changed;  /* since all changes were looked for */
static uint16_t said_at;

/* Barriers and buttons, counted by the millisecond: by bits of port C, then of port D. */

#define BARRIERS_C ((1 << (BARRIERS < 6 ? BARRIERS : 6)) - 1)
#define INPUTS_D ((BARRIERS > 6 ? _BV(7) : 0) | _BV(2) | _BV(3) | _BV(4) | _BV(5))

static struct {
    uint8_t idle, level;
    uint8_t ones, twos, fours;  /* for each bit, how many milliseconds in a row it has differed from the level */
} inputs[2];

static volatile uint8_t counts[7 + BUTTONS];  /* barriers, then buttons */
static uint8_t told_counts[7 + BUTTONS];

static inline void sample(uint8_t port, uint8_t levels) {
    uint8_t other = levels ^ inputs[port].level;
    uint8_t ones = inputs[port].ones, twos = inputs[port].twos, fours = inputs[port].fours;
    uint8_t turned = other & ones & twos & fours;  /* for the eighth time */
    inputs[port].ones = ~ones & other;
    inputs[port].twos = (twos ^ ones) & other;
    inputs[port].fours = (fours ^ (twos & ones)) & other;
    if (!turned) {
        return;
    }
    inputs[port].level ^= turned;
    uint8_t begun = turned & (inputs[port].level ^ inputs[port].idle);
    for (uint8_t bit = 0; begun; bit++, begun >>= 1) {
        if (begun & 1) {
            counts[port == 0 ? bit : bit == 7 ? 6 : bit + 5]++;
            changed = true;
        }
    }
}

#if CONTACTS

#define ROW_BYTES (ROWS > 1 ? (ROWS + 7) / 8 : 0)
#define COLUMN_BYTES ((COLUMNS + 7) / 8)
#define TRANSFERS (ROW_BYTES > COLUMN_BYTES ? ROW_BYTES : COLUMN_BYTES)
#ifndef PRESENT_IF_OPEN
#define PRESENT_IF_OPEN 0
#endif

/* A bit for each contact: whether something lies there; that the host knows; and how many looks in a row said otherwise. */
static uint8_t lying[ROWS * COLUMN_BYTES], told[ROWS * COLUMN_BYTES];
static uint8_t ones[ROWS * COLUMN_BYTES], twos[ROWS * COLUMN_BYTES];

static uint8_t exchange(uint8_t byte) {
    SPDR = byte;
    while (!(SPSR & _BV(SPIF))) {
    }
    return SPDR;
}

/* Shifts the pattern that pulls this row low towards the 595s, and what the 165s have caught into `columns`. */
static void shift(uint8_t row, uint8_t *columns) {
    for (uint8_t n = 0; n < TRANSFERS; n++) {
        uint8_t chip = TRANSFERS - 1 - n;  /* the farthest one's byte goes first */
        uint8_t caught = exchange(row >> 3 == chip ? ~_BV(row & 7) : 0xFF);
        if (n < COLUMN_BYTES) {
            columns[n] = caught;
        }
    }
}

/* The 165s catch the columns as the row before has made them, and the 595s pull the next row low. */
static void latch(void) {
    PORTB &= ~_BV(2);
    _delay_us(0.5);
    PORTB |= _BV(2);
}

static void scan(void) {
    uint8_t columns[COLUMN_BYTES];
    shift(0, columns);
    for (uint8_t next = 0; next <= ROWS; next++) {
        latch();
        shift(next + 1, columns);
        if (next > 0) {
            for (uint8_t n = 0, at = (next - 1) * COLUMN_BYTES; n < COLUMN_BYTES; n++, at++) {
                uint8_t other = (PRESENT_IF_OPEN ? columns[n] : ~columns[n]) ^ lying[at];
                uint8_t turned = other & ones[at] & twos[at];
                twos[at] = (twos[at] ^ ones[at]) & other;
                ones[at] = ~ones[at] & other;
                if (turned) {
                    lying[at] ^= turned;
                    changed = true;
                }
            }
        }
        _delay_us(SETTLE_US);
    }
}

#endif

static void begin_sensors(void) {
    PORTC |= BARRIERS_C; /* pulled up */
    PORTD |= INPUTS_D;
    _delay_ms(2);
    inputs[0].level = inputs[0].idle = PINC & BARRIERS_C;
    inputs[1].level = inputs[1].idle = PIND & INPUTS_D;
#if CONTACTS
    DDRB |= _BV(2) | _BV(3) | _BV(5);
    PORTB |= _BV(2);
    SPCR = _BV(SPE) | _BV(MSTR); /* the most significant bit first, 4 MHz */
    for (uint8_t n = 0; n < 4; n++) {
        scan();
        _delay_ms(SCAN_MS);
    }
#endif
}

/* -- in the protocol of boards ---------------------------------------------------------------------------------------- */

static uint16_t boot;             /* differs from one start to the next */
static const char *describing;    /* what is still to be said of DESCRIPTION; in flash */
static bool tell_all;             /* not only what has changed */
static uint16_t looked_at;        /* sensors, then buttons, among which something to tell was looked for */

static const char BUTTON_NAMES[BUTTONS][6] PROGMEM = {"done", "undo", "hint", "again"};

static void number_line(void) {
    static uint8_t lines;
    put(' ');
    put_decimal(lines++);
}

static void begin_line(const char *word) { /* in flash */
    line.crc = line.length = 0;
    put('$');
    put_text(word);
    number_line();
}

static void end_line(void) {
    uint16_t check = line.crc;
    put('*');
    put_hex(check);
    put('\n');
    said_at = now();
}


static void describe(void) {
    begin_line(PSTR("board"));
    put_text(PSTR(" 1 "));
    put_decimal(boot);
    put(' ');
    put_text(PSTR(GAME));
    end_line();
    describing = DESCRIPTION;
    tell_all = false;
    looked_at = 0;
}

/* Says the next of the lines of DESCRIPTION, with the number after its first word. */
static void describe_on(void) {
    line.crc = line.length = 0;
    put('$');
    bool numbered = false;
    for (char c; (c = pgm_read_byte(describing)) != '\n'; describing++) {
        if (c == ' ' && !numbered) {
            numbered = true;
            number_line();
        }
        put(c);
    }
    end_line();
    describing = pgm_read_byte(describing + 1) ? describing + 1 : 0;
}

/* Says what a sensor or button tells, if it is to be said; `begun`: whether its line is. Returns whether it is now. */
static bool tell(uint16_t number, bool begun) {
    uint8_t value;
#if CONTACTS
    if (number < CONTACTS) {
        uint8_t row = number / COLUMNS, column = number % COLUMNS;
        uint8_t at = row * COLUMN_BYTES + column / 8, bit = _BV(column & 7);
        if (!tell_all && !((lying[at] ^ told[at]) & bit)) {
            return begun;
        }
        told[at] = (told[at] & ~bit) | (lying[at] & bit);
        value = (lying[at] & bit) != 0;
    } else
#endif
    {
        uint8_t at = number < SENSORS ? number - CONTACTS : 7 + number - SENSORS;
        value = counts[at];
        if (!tell_all && value == told_counts[at]) {
            return begun;
        }
        told_counts[at] = value;
    }
    if (!begun) {
        begin_line(PSTR("now"));
    }
    put(' ');
    if (number < SENSORS) {
        put_decimal(number);
    } else {
        put_text(BUTTON_NAMES[number - SENSORS]);
    }
    put('=');
    put_decimal(value);
    return true;
}

/* Says a line of what has changed, or of everything. */
static void tell_on(void) {
    bool begun = false;
    if (looked_at == 0) {
        changed = false;
    }
    for (; looked_at < SENSORS + BUTTONS && !(begun && line.length > MOST_CHARACTERS); looked_at++) {
        begun = tell(looked_at, begun);
    }
    if (begun) {
        end_line();
    }
    if (looked_at == SENSORS + BUTTONS) {
        looked_at = 0;
        if (tell_all) {
            tell_all = false;
            begin_line(PSTR("end"));
            end_line();
        }
    }
}

/* Looks at the matrix, and says a line, where it is time for it. */
static void serve_sensors(uint16_t time) {
#if CONTACTS
    static uint16_t scanned;
    if (time - scanned >= SCAN_MS) {
        scanned = time;
        scan();
    }
#endif
    if (describing) {
        describe_on();
    } else if (tell_all || looked_at || changed) {
        tell_on();
    } else if (time - said_at >= BEAT_MS) {
        begin_line(PSTR("beat"));
        end_line();
    }
}

#endif

/* Obeys a line of the host; its check is compared with it, as there are only two. */
static void obey(const char *question) {
#ifdef GAME
    if (!strcmp_P(question, PSTR("hello*a972"))) {
        describe();
    } else if (!strcmp_P(question, PSTR("all*21aa"))) {
        tell_all = true;
        looked_at = 0;
    }
#else
    (void)question;
#endif
}

ISR(TIMER0_COMPA_vect) {
    milliseconds++;
#ifdef GAME
    sample(0, PINC & BARRIERS_C);
    sample(1, PIND & INPUTS_D);
#endif
}

/* -- from the host ---------------------------------------------------------------------------------------------------- */

static struct {
    uint16_t count, crc;
} shown;

static enum { BETWEEN, QUESTION, A, AD, ADA, HIGH, CHECK, COLOURS } state;

static void put_shown(void) {
    put('K');
    put_decimal(shown.count);
    put(' ');
    put_hex(shown.crc);
    put('\n');
}

static void take(uint8_t byte) {
    static uint16_t count, crc;
    static uint8_t high, check, channel, *led;
    static char question[12];
    static uint8_t length;

    switch (state) {
    case BETWEEN:
        if (byte == 'A') {
            state = A;
        } else if (byte == '?') {
            put_shown();
        } else if (byte == 'v') {
            put_text(PSTR("Fourth Seat lights 1 "));
            put_decimal(LEDS);
            put('\n');
        } else if (byte == '@') {
            state = QUESTION;
            length = 0;
        }
        break;
    case QUESTION:
        if (byte == '@') { /* of the one before, the end was lost */
            length = 0;
            break;
        }
        if (byte > ' ' && byte <= '~' && length < sizeof question - 1) {
            question[length++] = byte;
            break;
        }
        state = BETWEEN;
        question[length] = 0;
        if (byte == '\n') {
            obey(question);
        }
        break;
    case A:
        state = byte == 'd' ? AD : byte == 'A' ? A : BETWEEN;
        break;
    case AD:
        state = byte == 'a' ? ADA : byte == 'A' ? A : BETWEEN;
        break;
    case ADA:
        high = byte;
        state = HIGH;
        break;
    case HIGH:
        count = ((uint16_t)high << 8 | byte) + 1;
        check = high ^ byte ^ 0x55;
        state = CHECK;
        break;
    case CHECK:
        if (byte != check || count == 0 || count > LEDS) {
            put_text(PSTR("E\n"));
            state = BETWEEN;
            break;
        }
        led = leds;
        channel = 0;
        crc = 0;
        state = COLOURS;
        break;
    case COLOURS:
        crc = _crc_xmodem_update(crc, byte);
        led[channel == 0 ? 1 : channel == 1 ? 0 : 2] = byte;
        if (++channel < 3) {
            break;
        }
        channel = 0;
        led += 3;
        if (led == leds + 3 * count) {
            write_leds(count);
            shown.count = count;
            shown.crc = crc;
            put_shown();
            state = BETWEEN;
        }
    }
}

int main(void) {
    DATA_DIRECTION |= _BV(DATA_PIN);

    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);

#ifdef GAME
    boot = eeprom_read_word((uint16_t *)0) + 1;
    boot = boot ? boot : 1;
    eeprom_update_word((uint16_t *)0, boot);
    begin_sensors();
#endif

    TCCR0A = _BV(WGM01); /* timer 0 counts to 250, at 16 MHz / 64: a millisecond */
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);

    set_sleep_mode(SLEEP_MODE_IDLE);
    all_dark();
    put_text(PSTR("Ada\n"));
#ifdef GAME
    describe();
#endif

    uint16_t heard = now(), greeted = heard;
    bool lit = false;
    for (;;) {
        cli(); /* what comes in between looking and sleeping wakes */
        if (received_head != received_tail) {
            sei();
            take(received[received_tail++]);
            heard = greeted = now();
            lit = true;
            continue;
        }
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();

        uint16_t time = now();
        if (state != BETWEEN && time - heard > CUT_MS) {
            if (state != QUESTION) {
                put_text(PSTR("T\n"));
            }
            state = BETWEEN;
        }
        if (state == BETWEEN && time - greeted > GREETING_MS) {
            greeted = time;
            put_text(PSTR("Ada\n"));
        }
        if (lit && time - heard > DARK_MS) {
            lit = false;
            all_dark();
            shown.count = 0;
        }
#ifdef GAME
        serve_sensors(time);
#endif
    }
}
