#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif
