/** So many around one in the middle, on an ellipse, the first on the left. */
export function aroundMiddle(count: number, width: number, height: number): { x: number; y: number }[] {
  const [rx, ry] = [width / 2 - 70, height / 2 - 28]
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI + (i / Math.max(1, count)) * 2 * Math.PI
    return { x: width / 2 + Math.cos(angle) * rx, y: height / 2 + Math.sin(angle) * ry }
  })
}
