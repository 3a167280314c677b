/** The output of programs that run at the same time, each in one piece, in an order that does not depend on their speed. */

export interface OrderedOutput {
  /** Prints the text of a program now if it is the first that has not ended, otherwise when it becomes that. */
  print(name: string, text: string): void;
  /** Ends the output of a program, and prints what the next ones have printed so far. */
  end(name: string): void;
  /** Prints all that waits, for a process that is about to exit. */
  flush(): void;
}

/**
 * Returns the output of programs.
 * @param names all programs, in the order of their output; each has to be ended
 * @param write receives the text
 */
export function orderedOutput(names: readonly string[], write: (text: string) => void): OrderedOutput {
  const waiting = names.map((name) => ({ name, text: '', hasEnded: false }));
  const partOf = (name: string) => {
    const part = waiting.find((one) => one.name === name);
    if (part === undefined) throw new Error(`"${name}" prints after its end, or is not one of the programs.`);
    return part;
  };
  const flushFirst = (): void => {
    const [first] = waiting;
    if (first === undefined || first.text === '') return;
    write(first.text);
    first.text = '';
  };
  return {
    print: (name, text) => {
      partOf(name).text += text;
      flushFirst();
    },
    end: (name) => {
      partOf(name).hasEnded = true;
      while (waiting[0]?.hasEnded) {
        flushFirst();
        waiting.shift();
      }
      flushFirst();
    },
    flush: () => {
      for (const { text } of waiting.splice(0)) if (text !== '') write(text);
    },
  };
}
