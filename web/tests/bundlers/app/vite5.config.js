/* Its development server would copy the files of the package, and lose those beside them. */
export default { optimizeDeps: { exclude: ['libbattleship'] } };
