/*
 * Fourth Seat's lights: a row of WS2812 LEDs on an Arduino Uno or Nano (ATmega328P, 16 MHz).
 *
 * In, on USB (8N1): Adalight frames, "Ada", count - 1 (high, low), high ^ low ^ 0x55, then red, green, blue of each LED;
 * and between frames '?' (what is shown?) and 'v' (who is there?).
 * Out: "Ada\n" at the start and in each idle second, as Adalight hosts expect, and an answer to everything received:
 *   "K<count> <crc>\n"  shown: how many LEDs, and the CRC-16 (XMODEM) of their colours as they came in, in hexadecimal
 *   "E\n"               a header that is damaged or asks for more LEDs than there is memory for
 *   "T\n"               a frame that stopped halfway; it is thrown away and what was shown stays
 *   "Fourth Seat lights 1\n"
 * Data for the LEDs comes out of pin 6. After five seconds without a byte from the host all is dark.
 *
 * Interrupts would spoil the wave, so they are off while LEDs are written, 33 us each. At 115200 baud nothing that comes in
 * meanwhile is lost: the UART, which keeps two bytes of 87 us each, is looked at after every byte written (10 us). That
 * lengthens the pause between two bytes to less than 3 us; no WS2812 takes one below 5 us for the end of the frame. At
 * higher rates a host must wait for the answer.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdbool.h>
#include <stdint.h>
#include <util/crc16.h>
#include <util/delay.h>

#ifndef BAUD
#define BAUD 115200UL
#endif
#define MOST_LEDS 500   /* 3 bytes of memory each, of 2048 */
#define CUT_MS 100      /* a pause this long within a frame ends it */
#define GREETING_MS 1000
#define DARK_MS 5000
#define LATCH_US 300    /* low for so long, all kinds of WS2812 show what they have received */

#define DATA_PORT PORTD
#define DATA_DIRECTION DDRD
#define DATA_PIN 6

static uint8_t leds[MOST_LEDS * 3];  /* green, red, blue of each, as WS2812 take them */
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

ISR(TIMER0_COMPA_vect) {
    milliseconds++;
}

static uint16_t now(void) {
    uint8_t status = SREG;
    cli();
    uint16_t time = milliseconds;
    SREG = status;
    return time;
}

/* -- to the host ------------------------------------------------------------------------------------------------------ */

static void put(char c) {
    while (!(UCSR0A & _BV(UDRE0))) {
    }
    UDR0 = c;
}

static void put_text(const char *text) {
    while (*text) {
        put(*text++);
    }
}

static void put_hex(uint16_t value) {
    for (int8_t shift = 12; shift >= 0; shift -= 4) {
        put("0123456789abcdef"[(value >> shift) & 15]);
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
    for (uint16_t i = 0; i < sizeof leds; i++) {
        leds[i] = 0;
    }
    write_leds(MOST_LEDS);
}

/* -- from the host ---------------------------------------------------------------------------------------------------- */

static struct {
    uint16_t count, crc;
} shown;

static enum { BETWEEN, A, AD, ADA, HIGH, CHECK, COLOURS } state;

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

    switch (state) {
    case BETWEEN:
        if (byte == 'A') {
            state = A;
        } else if (byte == '?') {
            put_shown();
        } else if (byte == 'v') {
            put_text("Fourth Seat lights 1\n");
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
        if (byte != check || count == 0 || count > MOST_LEDS) {
            put_text("E\n");
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

    TCCR0A = _BV(WGM01); /* timer 0 counts to 250, at 16 MHz / 64: a millisecond */
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);

    set_sleep_mode(SLEEP_MODE_IDLE);
    all_dark();
    put_text("Ada\n");

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
            state = BETWEEN;
            put_text("T\n");
        }
        if (state == BETWEEN && time - greeted > GREETING_MS) {
            greeted = time;
            put_text("Ada\n");
        }
        if (lit && time - heard > DARK_MS) {
            lit = false;
            all_dark();
            shown.count = 0;
        }
    }
}
