/** Buckets of a histogram of answers, in seconds: p99 is told from 5 ms to 10 s, a goal of 500 ms can be written. */
export const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
