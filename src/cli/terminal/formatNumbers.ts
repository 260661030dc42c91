const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 26340 as `26,340`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** Seconds as `0.4 s`, `12 s` or `3 min 20 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
