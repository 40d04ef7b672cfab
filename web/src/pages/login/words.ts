import { I18n } from 'aws-amplify/utils';

const wrongCode = 'This code is not right. Enter the one the app shows now.';

// Consistent texts: Amplify's own mix "log in", "Sign In" and "Sign in".
I18n.putVocabulariesForLanguage('en', {
  'Sign In': 'Sign in',
  'Back to Sign In': 'Back to sign in',
  'Enter your Email': 'Enter your e-mail address',
  'Enter your Password': 'Enter your password',
  'Code mismatch': wrongCode,
  'Invalid code received for user': wrongCode,
  // Amplify's error for a sign-in that was started too long ago; mailed codes have another one.
  'Your verification code has expired. Please request a new code.':
    'This sign-in has ended. Go back to sign in, and begin again. If you added an app, its codes ' +
    'may already be required.',
  'Your code is on the way. To log in, enter the code we emailed to':
    'Enter the code that was mailed to',
});
I18n.setLanguage('en');
