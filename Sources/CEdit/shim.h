// libedit through its readline interface: 'el_set' is variadic, and Swift cannot call it. Its settings are
// global variables, which Swift cannot reach safely: each has a function here.

#include <stdio.h>
#include <sys/types.h>
#include <editline/readline.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

typedef char **(*cedit_completer)(const char *text, int start, int end);
typedef int (*cedit_key)(int count, int key);

// Texts of the person's language; of UTF-8 at least, as all that is printed is.
static inline void cedit_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "en_US.UTF-8");
  }
}

// Lets Ctrl-C come as a key. 'readline' forgets what is said of it whenever it begins, and then heeds it only
// if the terminal has changed as well. By itself it would take single keys only when the prompt is written:
// a key that is pressed at once, such as Ctrl-D, would be taken by the system and be lost.
static inline int cedit_take_keys(void) {
  struct termios state;
  rl_parse_and_bind("setty -d -isig");
  if (tcgetattr(STDIN_FILENO, &state) == 0) {
    state.c_lflag &= ~(tcflag_t)ISIG;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &state);
  }
  rl_prep_terminal(1);
  return 0;
}

// Called once, before anything else. Words end at spaces alone.
// Gives 0, or -1 where lines cannot be edited.
static inline int cedit_begin(const char *name, cedit_completer completer) {
  rl_readline_name = name;
  if (rl_initialize() != 0) return -1;
  using_history();
  rl_attempted_completion_function = completer;
  rl_basic_word_break_characters = " ";
  rl_pre_input_hook = (void *)cedit_take_keys;
  return 0;
}

// Makes a key do something else.
static inline void cedit_bind(const char *name, cedit_key function, int key) {
#ifdef __APPLE__
  rl_add_defun(name, (Function *)(void *)function, key);
#else
  rl_add_defun(name, function, key);
#endif
}

// Stops the process, as Ctrl-Z does, and shows the line again when it goes on.
static inline void cedit_suspend(void) {
  rl_deprep_terminal();
  raise(SIGTSTP);
  cedit_take_keys();
  rl_forced_update_display();
}

// Ends 'readline' with NULL.
static inline void cedit_finish(void) { rl_done = 1; }
static inline void cedit_prepare(void) {
  rl_done = 0;
#ifndef __APPLE__
  rl_resize_terminal();
#endif
}

// While completing: the line, how it continues after the only word found, and that this is all.
static inline const char *cedit_line(void) { return rl_line_buffer; }
static inline void cedit_end_words_with(int character) {
  rl_completion_append_character = character;
  rl_attempted_completion_over = 1;
}
