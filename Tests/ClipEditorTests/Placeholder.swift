// Filled by the sample's tests.
