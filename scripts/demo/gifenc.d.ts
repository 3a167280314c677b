/** The part of gifenc that is used; the package has no types. */
declare module 'gifenc' {
  type Palette = number[][];
  interface FrameOptions {
    readonly palette?: Palette;
    /** Milliseconds. */
    readonly delay?: number;
    readonly dispose?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
  }
  interface Encoder {
    writeFrame(pixels: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  function GIFEncoder(): Encoder;
  function quantize(rgba: Uint8Array, maxColors: number): Palette;
  function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
}
