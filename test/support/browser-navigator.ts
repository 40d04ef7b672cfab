// Amplify picks its arithmetic by the name that every browser goes by. Import this before Amplify, so
// that tests run what the console runs.
Object.defineProperty(globalThis.navigator, 'appName', { value: 'Netscape' });
