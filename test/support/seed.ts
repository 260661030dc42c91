/** SEED=… repeats the random cases of a run that printed it; without it fast-check draws others for each property. */
if (process.env.SEED) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env.SEED) });
}

export {};
