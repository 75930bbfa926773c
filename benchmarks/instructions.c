/* A plugin for qemu-user that counts what one frame takes: at every getppid of the program it tells how many instructions the
 * thread that asked has run so far, then by kind those that multiply in vectors.
 *
 * Built by instructions.py. Debian ships no header for plugins: what is used of QEMU's interface stands here, which is its first version.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))
#define THREADS 256
#define GETPPID 173 /* on arm64 */

typedef uint64_t plugin_id;
struct info;
struct block;
struct instruction;

extern size_t qemu_plugin_tb_n_insns(const struct block *);
extern struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
extern const void *qemu_plugin_insn_data(const struct instruction *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct block *, void (*)(unsigned, void *), int flags, void *);
extern void qemu_plugin_register_vcpu_syscall_cb(plugin_id, void (*)(plugin_id, unsigned, int64_t, uint64_t, uint64_t, uint64_t,
                                                                     uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
extern void qemu_plugin_outs(const char *);

EXPORT int qemu_plugin_version = 1;

enum kind { ALL, FLOAT, WHOLE, DOT, KINDS };

struct counts {
    uint64_t of[KINDS];
};

static struct counts threads[THREADS];

static int is_in(uint32_t word, uint32_t mask, uint32_t value) { return (word & mask) == value; }

/* The encodings are those of Arm's Architecture Reference Manual, "Advanced SIMD": vectors by vectors, or by one element. */
static enum kind kind_of(uint32_t word)
{
    if (is_in(word, 0xbfa0fc00, 0x0e20cc00) || is_in(word, 0xbf80f400, 0x0f801000))
        return FLOAT; /* fmla */
    if (is_in(word, 0x9fe0fc00, 0x0e809400) || is_in(word, 0x9fc0f400, 0x0f80e000))
        return DOT; /* sdot, udot */
    if (is_in(word, 0x9f20dc00, 0x0e208000) || is_in(word, 0x9f20fc00, 0x0e20c000) || is_in(word, 0x9f20fc00, 0x0e209400) ||
        is_in(word, 0x9f20fc00, 0x0e209c00) || is_in(word, 0x9f00f400, 0x0f002000) || is_in(word, 0x9f00f400, 0x0f00a000))
        return WHOLE; /* smlal, smull, mla, mul and their unsigned kin */
    return ALL;
}

static void runs(unsigned thread, void *block)
{
    const struct counts *more = block;
    for (int kind = ALL; kind < KINDS; kind++)
        threads[thread % THREADS].of[kind] += more->of[kind];
}

static void is_translated(plugin_id id, struct block *block)
{
    struct counts *counts = calloc(1, sizeof *counts); /* kept for as long as the program runs */
    (void)id;
    counts->of[ALL] = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < counts->of[ALL]; i++) {
        enum kind kind = kind_of(*(const uint32_t *)qemu_plugin_insn_data(qemu_plugin_tb_get_insn(block, i)));
        counts->of[kind] += kind != ALL;
    }
    qemu_plugin_register_vcpu_tb_exec_cb(block, runs, 0, counts);
}

static void is_asked(plugin_id id, unsigned thread, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                     uint64_t f, uint64_t g, uint64_t h)
{
    char line[128];
    const uint64_t *of = threads[thread % THREADS].of;
    (void)id, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number != GETPPID)
        return;
    snprintf(line, sizeof line, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", of[ALL], of[FLOAT], of[WHOLE], of[DOT]);
    qemu_plugin_outs(line);
}

EXPORT int qemu_plugin_install(plugin_id id, const struct info *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, is_translated);
    qemu_plugin_register_vcpu_syscall_cb(id, is_asked);
    return 0;
}
