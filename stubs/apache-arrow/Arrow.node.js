module.exports = {
  tableFromIPC() {
    throw new Error('apache-arrow is not installed');
  },
};
