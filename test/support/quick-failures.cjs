// React and the testing library prepare, all the time, what people read once something has failed.
const { configure, getConfig } = require('@testing-library/dom');
const React = require('react');

// Where each element was made is noted until so many are: no test reads it.
const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} });

// A picture of the page belongs to the error that ends a wait, not to each one before.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    getConfig()._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
});
