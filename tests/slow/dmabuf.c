/* Preloaded where the kernel has neither /dev/udmabuf nor DMA heaps: libcamera's virtual camera gets ordinary memory instead.
 * Opening one of those devices opens /dev/null; asking it for a buffer gives a memfd; syncing such a buffer is done already. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct udmabuf_create {
    uint32_t memfd, flags;
    uint64_t offset, size;
};
struct dma_heap_allocation {
    uint64_t length;
    uint32_t fd, fd_flags;
    uint64_t heap_flags;
};

static const char *const DEVICES[] = {"/dev/udmabuf", "/dev/dma_heap/system", "/dev/dma_heap/linux,cma"};
static const unsigned UDMABUF_CREATE = 'u' << 8 | 0x42, DMA_HEAP_ALLOC = 'H' << 8;

static const char *instead(const char *path) {
    for (unsigned i = 0; path && i < sizeof DEVICES / sizeof *DEVICES; i++)
        if (!strcmp(path, DEVICES[i])) return "/dev/null";
    return path;
}

#define OPEN(name)                                                          \
    int name(const char *path, int flags, ...) {                            \
        va_list rest;                                                       \
        va_start(rest, flags);                                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                       \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);      \
        return real(instead(path), flags, mode);                            \
    }
OPEN(open)
OPEN(open64)

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    unsigned what = request & 0xffff;
    if (what == UDMABUF_CREATE) return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 0);
    if (what == DMA_HEAP_ALLOC) {
        struct dma_heap_allocation *wanted = argument;
        int memory = memfd_create("heap", MFD_CLOEXEC);
        if (memory < 0 || ftruncate(memory, wanted->length)) return -1;
        wanted->fd = memory;
        return 0;
    }
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    int result = real(fd, request, argument);
    if (result < 0 && (request >> 8 & 0xff) == 'b') { /* DMA_BUF_IOCTL_SYNC and _SET_NAME */
        errno = 0;
        return 0;
    }
    return result;
}
