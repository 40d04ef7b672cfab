import { I18n } from 'aws-amplify/utils';

// One word for one act: Amplify's own texts say "log in", "Sign In" and "Sign in".
I18n.putVocabulariesForLanguage('en', {
  'Sign In': 'Sign in',
  'Back to Sign In': 'Back to sign in',
  'Enter your Email': 'Enter your e-mail address',
  'Enter your Password': 'Enter your password',
  'Your code is on the way. To log in, enter the code we emailed to':
    'Enter the code that was mailed to',
});
I18n.setLanguage('en');
