// Cloudscape imports the class as bundlers do; Node would give it the whole module instead.
module.exports = require('intl-messageformat/index.js').default;
