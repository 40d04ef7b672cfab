// The testing library prepares readable failure output at all times, even if nothing fails.
const { configure, getConfig } = require('@testing-library/react');

// A picture of the page belongs to the error that ends a wait, not to each one before.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    getConfig()._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
});
