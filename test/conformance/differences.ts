/** Where a recording and the interpreter may differ, and why that is right. */
export const allowedDifferences = {
  /** Keys that only AWS's own transport adds to a result. */
  droppedKeys: {
    SdkHttpMetadata: 'headers of the call to AWS Lambda; there is no such call here',
    SdkResponseMetadata: 'request id of the call to AWS Lambda',
    requestId: 'request id inside the cause of a function error',
    stackTrace: 'Python stack inside the cause of a function error',
  },
  /** Expected texts that match any text, because the recording was redacted. */
  redacted: [/^date$/, /^timestamp$/, /^lambda_function_name$/, /<[\w-]+(:\d+)?>/],
};
