/** A call with its result: the content of a turn of a made-up session. */
export interface Turn {
  readonly number: number;
  /** Present if a prompt of the user comes before the call. */
  readonly prompt: string | undefined;
  readonly file: string;
  readonly result: string;
  /** Epoch milliseconds. */
  readonly time: number;
}
