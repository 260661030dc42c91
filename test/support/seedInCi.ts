// Continuous integration tries the same cases every time, so that it tells of the change alone; a developer's run has others each time.
if (process.env.CI === 'true') {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: 20261122 });
}
