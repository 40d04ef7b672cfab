import { I18n } from 'aws-amplify/utils';

// One word for one act: Amplify's own texts say "log in", "Sign In" and "Sign in".
I18n.putVocabulariesForLanguage('en', {
  'Sign In': 'Sign in',
  'Back to Sign In': 'Back to sign in',
  'Enter your Email': 'Enter your e-mail address',
  'Enter your Password': 'Enter your password',
  'Code mismatch': 'This code is not right. Enter the one the app shows now.',
  'Invalid code received for user': 'This code is not right. Enter the one the app shows now.',
  // What Amplify makes of a sign-in that was begun too long ago; mailed codes have other words.
  'Your verification code has expired. Please request a new code.':
    'This sign-in has ended. Go back to sign in, and begin again. ' +
    'If an app was added, its codes may count already.',
  'Your code is on the way. To log in, enter the code we emailed to':
    'Enter the code that was mailed to',
});
I18n.setLanguage('en');
