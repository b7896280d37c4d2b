/* A verifier of the log in another language, written from the section "The log format" of docs/log.md alone.
   SHA-256 and JSON are its own; SQLite is only asked for rows.

       cc -O1 -o foreign_verifier foreign_verifier.c -lsqlite3
       ./foreign_verifier COPY-OF-LOG [HEAD|- [COUNT]]

   It works on a copy, because SQLite must be allowed to roll a left-over journal back. It prints one line of JSON
   and ends with 0 (intact), 1 (broken, or the file is damaged), 2 (usage) or 4 (unreadable). */
#include <ctype.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEEPEST 64
#define DIGITS 64

/* ---- SHA-256 --------------------------------------------------------------------------------------------- */

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

typedef struct { uint32_t h[8]; unsigned char block[64]; size_t used; uint64_t length; } sha256;

static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void sha_start(sha256 *s) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->h, first, sizeof first);
    s->used = 0;
    s->length = 0;
}

static void sha_block(sha256 *s) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)s->block[4 * i] << 24 | (uint32_t)s->block[4 * i + 1] << 16 |
               (uint32_t)s->block[4 * i + 2] << 8 | s->block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
        uint32_t one = v[7] + e + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
        uint32_t a = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
        uint32_t two = a + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void sha_add(sha256 *s, const void *data, size_t length) {
    const unsigned char *at = data;
    s->length += length;
    while (length-- > 0) {
        s->block[s->used++] = *at++;
        if (s->used == 64) { sha_block(s); s->used = 0; }
    }
}

static void sha_digits(sha256 *s, char out[DIGITS + 1]) {
    uint64_t bits = s->length * 8;
    unsigned char end = 0x80, zero = 0, size[8];
    sha_add(s, &end, 1);
    while (s->used != 56) sha_add(s, &zero, 1);
    for (int i = 0; i < 8; i++) size[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha_add(s, size, 8);
    for (int i = 0; i < 8; i++) snprintf(out + 8 * i, 9, "%08x", s->h[i]);
}

static void sha_field(sha256 *s, const void *data, size_t length) {
    unsigned char size[4] = {(unsigned char)(length >> 24), (unsigned char)(length >> 16),
                             (unsigned char)(length >> 8), (unsigned char)length};
    sha_add(s, size, 4);
    sha_add(s, data, length);
}

/* ---- JSON, as far as record 1 needs it: is it an object, and are two of its values strings? --------------- */

typedef struct { const unsigned char *at, *end; } text;

static int value(text *t, int depth, char *type);

static void blanks(text *t) {
    while (t->at < t->end && strchr(" \t\n\r", *t->at) && *t->at) t->at++;
}

static int utf8_length(const unsigned char *at, const unsigned char *end) {
    unsigned char c = *at;
    int length = c < 0x80 ? 1 : c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
    if (!length || end - at < length) return 0;
    for (int i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if ((c == 0xe0 && at[1] < 0xa0) || (c == 0xed && at[1] > 0x9f)) return 0; /* overlong; surrogates */
    if ((c == 0xf0 && at[1] < 0x90) || (c == 0xf4 && at[1] > 0x8f)) return 0;
    return length;
}

/* Whether the text is valid UTF-8 from end to end; only then is the grammar asked. */
static int is_utf8(text t) {
    while (t.at < t.end) {
        int length = utf8_length(t.at, t.end);
        if (!length) return 0;
        t.at += length;
    }
    return 1;
}

static int hex4(text *t, unsigned *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, t->at++) {
        if (t->at >= t->end || !isxdigit(*t->at)) return 0;
        *code = *code * 16 + (unsigned)(isdigit(*t->at) ? *t->at - '0' : tolower(*t->at) - 'a' + 10);
    }
    return 1;
}

/* A string; what it says goes to *into* as far as it is plain ASCII and fits: enough to know two keys by. */
static int string(text *t, char *into, size_t room) {
    size_t used = 0;
    int plain = 1;
    if (t->at >= t->end || *t->at++ != '"') return 0;
    while (t->at < t->end && *t->at != '"') {
        unsigned code = *t->at;
        if (code < 0x20) return 0;
        t->at++;
        if (code == '\\') {
            if (t->at >= t->end) return 0;
            unsigned char which = *t->at++;
            const char *from = "\"\\/bfnrt", *to = "\"\\/\b\f\n\r\t", *found;
            if (which == 'u') { if (!hex4(t, &code)) return 0; }
            else if (which && (found = strchr(from, which))) code = (unsigned char)to[found - from];
            else return 0;
        }
        if (code == 0 || code > 0x7e || used + 1 >= room) plain = 0;
        else into[used++] = (char)code;
    }
    if (t->at >= t->end) return 0;
    t->at++;
    into[plain ? used : 0] = 0;
    return 1;
}

static int digits(text *t) {
    const unsigned char *start = t->at;
    while (t->at < t->end && isdigit(*t->at)) t->at++;
    return t->at > start;
}

static int number(text *t) {
    if (t->at < t->end && *t->at == '-') t->at++;
    if (t->at < t->end && *t->at == '0') t->at++;
    else if (!digits(t)) return 0;
    if (t->at < t->end && *t->at == '.') { t->at++; if (!digits(t)) return 0; }
    if (t->at < t->end && (*t->at == 'e' || *t->at == 'E')) {
        t->at++;
        if (t->at < t->end && (*t->at == '+' || *t->at == '-')) t->at++;
        if (!digits(t)) return 0;
    }
    return 1;
}

static int word(text *t, const char *wanted) {
    size_t length = strlen(wanted);
    if ((size_t)(t->end - t->at) < length || memcmp(t->at, wanted, length)) return 0;
    t->at += length;
    return 1;
}

static int array(text *t, int depth) {
    char type;
    t->at++;
    blanks(t);
    if (t->at < t->end && *t->at == ']') { t->at++; return 1; }
    for (;;) {
        if (!value(t, depth, &type)) return 0;
        blanks(t);
        if (t->at >= t->end) return 0;
        if (*t->at == ']') { t->at++; return 1; }
        if (*t->at++ != ',') return 0;
    }
}

static int has_station, has_epoch; /* of the outermost object: whether the last such key held a string */

static int object(text *t, int depth) {
    char name[16], type;
    t->at++;
    blanks(t);
    if (t->at < t->end && *t->at == '}') { t->at++; return 1; }
    for (;;) {
        blanks(t);
        if (!string(t, name, sizeof name)) return 0;
        blanks(t);
        if (t->at >= t->end || *t->at++ != ':') return 0;
        if (!value(t, depth, &type)) return 0;
        if (depth == 1 && !strcmp(name, "station")) has_station = type == '"';
        if (depth == 1 && !strcmp(name, "epoch")) has_epoch = type == '"';
        blanks(t);
        if (t->at >= t->end) return 0;
        if (*t->at == '}') { t->at++; return 1; }
        if (*t->at++ != ',') return 0;
    }
}

static int value(text *t, int depth, char *type) {
    char none[2];
    blanks(t);
    if (t->at >= t->end) return 0;
    *type = (char)*t->at;
    switch (*t->at) {
    case '{': return depth < DEEPEST && object(t, depth + 1);
    case '[': return depth < DEEPEST && array(t, depth + 1);
    case '"': return string(t, none, sizeof none);
    case 't': return word(t, "true");
    case 'f': return word(t, "false");
    case 'n': return word(t, "null");
    default: return number(t);
    }
}

static int names_a_log(const unsigned char *body, size_t length) {
    text t = {body, body + length};
    char type = 0;
    has_station = has_epoch = 0;
    if (!is_utf8(t) || !value(&t, 0, &type) || type != '{') return 0;
    blanks(&t);
    return t.at == t.end && has_station && has_epoch;
}

/* ---- the chain ------------------------------------------------------------------------------------------- */

typedef struct {
    int broken, named, witnessed, damaged; /* named: *first_bad* says which record is bad */
    sqlite3_int64 count, first_bad, stands_at;
    char head[DIGITS + 1], before[DIGITS + 1]; /* of the last good record; of the one before the noted one */
} finding;

static int is_text(sqlite3_stmt *row, int column, const char *wanted) {
    size_t length = strlen(wanted);
    return (size_t)sqlite3_column_bytes(row, column) == length &&
           !memcmp(sqlite3_column_blob(row, column), wanted, length);
}

static int fits(sqlite3_stmt *row, sqlite3_int64 due, const char *head) {
    char number_text[32], own[DIGITS + 1];
    sha256 sha;
    for (int column = 1; column < 6; column++)
        if (sqlite3_column_type(row, column) != SQLITE_TEXT) return 0;
    sha_start(&sha);
    sha_add(&sha, "challenge-kiosk log record v1\n", 30);
    snprintf(number_text, sizeof number_text, "%lld", (long long)due);
    sha_field(&sha, number_text, strlen(number_text));
    for (int column = 1; column < 5; column++) {
        const void *field = sqlite3_column_text(row, column);
        sha_field(&sha, field, (size_t)sqlite3_column_bytes(row, column));
    }
    sha_digits(&sha, own);
    if (!is_text(row, 5, own) || !is_text(row, 4, head)) return 0;
    if ((due == 1) != is_text(row, 2, "genesis")) return 0;
    return due > 1 || names_a_log(sqlite3_column_text(row, 3), (size_t)sqlite3_column_bytes(row, 3));
}

/* SQLITE_DONE, or what kept the rows from being read to their end. */
static int walk(sqlite3_stmt *rows, finding *found, const char *noted, sqlite3_int64 noted_count) {
    int step;
    while ((step = sqlite3_step(rows)) == SQLITE_ROW) {
        sqlite3_int64 due = found->count + 1, seq = sqlite3_column_int64(rows, 0);
        int is_number = sqlite3_column_type(rows, 0) == SQLITE_INTEGER;
        if (!is_number || seq != due || !fits(rows, due, found->head)) {
            found->broken = found->named = 1;
            found->first_bad = is_number && seq < due ? seq : due;
            return SQLITE_DONE;
        }
        if (due == noted_count) memcpy(found->before, found->head, sizeof found->before);
        memcpy(found->head, sqlite3_column_text(rows, 5), DIGITS);
        found->count = due;
        if (*noted && !strncmp(found->head, noted, strlen(noted)) && (!found->stands_at || due == noted_count))
            found->stands_at = due;
    }
    return step;
}

/* ---- the file -------------------------------------------------------------------------------------------- */

static int unreadable(const char *why) {
    printf("{\"status\": \"unreadable\", \"why\": \"%s\"}\n", why);
    return 4;
}

static int is_log_file(const char *path) {
    unsigned char header[20];
    struct stat found;
    FILE *file;
    size_t got;
    if (stat(path, &found) || !S_ISREG(found.st_mode) || !(file = fopen(path, "rb"))) return 0;
    got = fread(header, 1, sizeof header, file);
    fclose(file);
    return got == sizeof header && !memcmp(header, "SQLite format 3", 16) && header[18] == 1 && header[19] == 1;
}

static sqlite3_int64 answer(sqlite3 *db, const char *question) {
    sqlite3_stmt *asked = NULL;
    sqlite3_int64 told = -1;
    if (sqlite3_prepare_v2(db, question, -1, &asked, NULL) == SQLITE_OK && sqlite3_step(asked) == SQLITE_ROW)
        told = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    return told;
}

static int has_the_table(sqlite3 *db) {
    static const char *columns[6] = {"seq", "at", "kind", "body", "prev", "hash"};
    sqlite3_stmt *asked = NULL;
    int right = 1, many = 0;
    if (answer(db, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'records' AND rootpage > 0") != 1)
        return 0;
    if (sqlite3_prepare_v2(db, "PRAGMA table_xinfo(records)", -1, &asked, NULL) != SQLITE_OK) return 0;
    for (; sqlite3_step(asked) == SQLITE_ROW; many++)
        right = right && many < 6 && !strcmp((const char *)sqlite3_column_text(asked, 1), columns[many]);
    sqlite3_finalize(asked);
    return right && many == 6;
}

/* A view, index or trigger that SQLite cannot parse says nothing of the records. */
static void see_past_views(sqlite3 *db) {
    static const char *malformed = "malformed database schema (";
    if (sqlite3_exec(db, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL) != SQLITE_OK &&
        !strncmp(sqlite3_errmsg(db), malformed, strlen(malformed)))
        sqlite3_exec(db, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
}

static int is_sound(sqlite3 *db) {
    sqlite3_stmt *asked = NULL;
    int sound = answer(db, "PRAGMA writable_schema") == 0 && sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &asked, NULL) == SQLITE_OK &&
                sqlite3_step(asked) == SQLITE_ROW &&
                !strcmp((const char *)sqlite3_column_text(asked, 0), "ok");
    sqlite3_finalize(asked);
    return sound;
}

static int told(finding *found, const char *noted, sqlite3_int64 noted_count) {
    if (!found->broken && noted_count > found->count && !found->stands_at) {
        found->broken = found->named = 1;
        found->first_bad = found->count + 1;
    } else if (!found->broken && *noted && !found->stands_at) {
        found->broken = 1;
        if (noted_count > 0) { /* replaced: what came before it is all that holds */
            found->named = 1;
            found->first_bad = noted_count;
            found->count = noted_count - 1;
            memcpy(found->head, found->before, sizeof found->head);
        }
    }
    found->witnessed = !found->broken && found->stands_at > 0;
    printf("{\"status\": \"%s\", \"witnessed\": %s, \"count\": %lld, \"head\": ", found->broken ? "broken" : "intact",
           found->witnessed ? "true" : "false", (long long)found->count);
    if (found->count) printf("\"%s\"", found->head); else printf("null");
    if (found->named) printf(", \"first_bad\": %lld", (long long)found->first_bad);
    else printf(", \"first_bad\": null");
    printf(", \"file\": \"%s\"}\n", found->damaged ? "damaged" : "sound");
    return found->broken || found->damaged;
}

static int verified(sqlite3 *db, const char *noted, sqlite3_int64 noted_count) {
    finding found = {0};
    sqlite3_stmt *rows = NULL;
    int ended;
    memset(found.head, '0', DIGITS);
    if (answer(db, "PRAGMA user_version") != 1) return unreadable("another version");
    if (!has_the_table(db)) return unreadable("no table of records");
    if (sqlite3_prepare_v2(db, "SELECT seq, at, kind, body, prev, hash FROM records NOT INDEXED ORDER BY seq", -1, &rows,
                           NULL) != SQLITE_OK)
        return unreadable("no rows");
    ended = walk(rows, &found, noted, noted_count);
    sqlite3_finalize(rows);
    if (ended != SQLITE_DONE) return unreadable("damaged");
    if (!found.count && !found.broken) return unreadable("no record");
    found.damaged = !is_sound(db);
    return told(&found, noted, noted_count);
}

/* The digits of a noted head without hyphens, spaces and capitals; 0 if it is none. */
static int plain_head(const char *given, char into[DIGITS + 1]) {
    size_t used = 0;
    for (; *given; given++) {
        if (*given == '-' || *given == ' ') continue;
        if (used == DIGITS || !isxdigit((unsigned char)*given)) return 0;
        into[used++] = (char)tolower((unsigned char)*given);
    }
    into[used] = 0;
    return used >= 16;
}

int main(int argc, char **argv) {
    char noted[DIGITS + 1] = "";
    sqlite3_int64 noted_count = argc > 3 ? atoll(argv[3]) : 0;
    sqlite3 *db = NULL;
    int code;
    if (argc < 2 || (argc > 2 && strcmp(argv[2], "-") && !plain_head(argv[2], noted))) {
        fprintf(stderr, "usage: foreign_verifier COPY-OF-LOG [HEAD|- [COUNT]]\n");
        return 2;
    }
    if (!is_log_file(argv[1])) return unreadable("no log file");
    if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) code = unreadable("cannot be opened");
    else {
        see_past_views(db);
        code = verified(db, noted, noted_count);
    }
    sqlite3_close(db);
    return code;
}
