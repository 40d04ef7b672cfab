// Amplify chooses its arithmetic by the `appName` that every browser reports. Import this before
// Amplify, so that tests run the same code as the console.
Object.defineProperty(globalThis.navigator, 'appName', { value: 'Netscape' });
