#include <stdint.h>

// The processor's counter, and what Linux calls it where its own clock is made of it. Others are not read.
#if defined(__linux__) && defined(__x86_64__)
#define PLAYHEAD_COUNTER "tsc"
static inline uint64_t playhead_cycles(void) { return __builtin_ia32_rdtsc(); }
#elif defined(__linux__) && defined(__aarch64__)
#define PLAYHEAD_COUNTER "arch_sys_counter"
static inline uint64_t playhead_cycles(void) {
  uint64_t cycles;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(cycles));
  return cycles;
}
#else
#define PLAYHEAD_COUNTER ""
static inline uint64_t playhead_cycles(void) { return 0; }
#endif
