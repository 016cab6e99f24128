#include <stddef.h>
#include <stdint.h>

// What libFuzzer offers to custom mutators; there is no header of its own for it.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

// The sanitizers' hooks (sanitizer/allocator_interface.h), and what a block really takes.
int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);
