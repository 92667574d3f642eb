/** PNG (third edition) §11.2.1: the header's first two 32-bit words. */
export function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
